namespace Workflow.Persistence.Sql;

/// <summary>
/// A queue of calls that are flushed together. A flush starts as soon as there is a call, and takes all calls that have arrived in the meantime; it never waits
/// for more. Thread-safe.
/// </summary>
/// <param name="database">The database.</param>
/// <param name="flush">Executes calls for different instances, and completes all of them.</param>
/// <param name="options">The limits of a flush.</param>
internal sealed class WriteQueue(ServerDatabase database, Func<IReadOnlyList<QueuedWrite>, FlushConnection, Task> flush, SqlInstanceStoreOptions options)
{
    private readonly Lock _gate = new();
    private readonly LinkedList<QueuedWrite> _waiting = [];
    private readonly HashSet<Guid> _ids = [];
    private readonly FlushConnection _connection = new(database);
    private FlushGroup _group;
    private bool _isFlushing;
    private bool _isClosed;
    private Task _flushing = Task.CompletedTask;

    /// <summary>The number of waiting calls.</summary>
    public int Length
    {
        get
        {
            lock (_gate)
            {
                return _waiting.Count;
            }
        }
    }

    /// <summary>Queues a call and returns its answer.</summary>
    /// <param name="call">The call.</param>
    /// <param name="cancellationToken">Cancels the call while it waits. A started call runs to completion, because it reads the bytes of the caller.</param>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public Task<StoreResult> WriteAsync(IFlushedCall call, CancellationToken cancellationToken)
    {
        QueuedWrite queued = new(call, cancellationToken);
        Enqueue(queued);
        return queued.Task;
    }

    /// <summary>Closes the queue after the flush that is in progress; waiting calls fail.</summary>
    public async Task CloseAsync()
    {
        Task flushing;
        lock (_gate)
        {
            _isClosed = true;
            foreach (QueuedWrite waiting in _waiting)
            {
                FailDisposed(waiting);
            }

            _waiting.Clear();
            flushing = _flushing;
        }

        await flushing.ConfigureAwait(false);
        await _connection.CloseAsync().ConfigureAwait(false);
    }

    private static void FailDisposed(QueuedWrite queued)
    {
        if (queued.TryBegin())
        {
            queued.Fail(StoreErrors.Disposed());
        }
    }

    private void Enqueue(QueuedWrite queued)
    {
        lock (_gate)
        {
            if (_isClosed)
            {
                FailDisposed(queued);
                return;
            }

            _waiting.AddLast(queued);
            if (_isFlushing)
            {
                return;
            }

            _isFlushing = true;

            // The flush must not inherit the execution context of the first caller, for example its transaction.
            using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
            {
                _flushing = Task.Run(FlushAsync);
            }
        }
    }

    private async Task FlushAsync()
    {
        do
        {
            while (Take() is { } batch)
            {
                if (batch.Count > 0)
                {
                    await flush(batch, _connection).ConfigureAwait(false);
                }
            }

            await _connection.RestAsync().ConfigureAwait(false);
        }
        while (!TryEnd());
    }

    /// <summary>Ends the flushing, unless a call has arrived while the connection was being returned.</summary>
    private bool TryEnd()
    {
        lock (_gate)
        {
            _isFlushing = _waiting.Count > 0;
            return !_isFlushing;
        }
    }

    /// <summary>Takes the calls of the next flush; null if none wait.</summary>
    private List<QueuedWrite>? Take()
    {
        lock (_gate)
        {
            if (_waiting.Count == 0)
            {
                return null;
            }

            // No group delays another for long: the next flush takes the group of the first call that is not of the group of the last flush.
            _group = (_waiting.FirstOrDefault(queued => queued.Call.Group != _group) ?? _waiting.First!.Value).Call.Group;
            List<QueuedWrite> batch = [];
            TakeGroup(batch, _group == FlushGroup.Common || (_group == FlushGroup.Start && database.BatchesStarts) ? options.MaxBatchCount : 1);
            return batch;
        }
    }

    /// <summary>Takes calls of the current group that can be flushed together, in the order of the queue.</summary>
    private void TakeGroup(List<QueuedWrite> batch, int maxCount)
    {
        _ids.Clear();
        long bytes = 0;
        LinkedListNode<QueuedWrite>? node = _waiting.First;
        while (node is not null && batch.Count < maxCount)
        {
            LinkedListNode<QueuedWrite>? next = node.Next;
            IFlushedCall call = node.Value.Call;

            // A second call for an instance must follow the first one, also if the first one is left for a separate flush. A second call with the same key or
            // request is refused after the first one, because one statement cannot insert both.
            if (call.TryAddIds(_ids) && call.Group == _group)
            {
                if (batch.Count > 0 && bytes + call.Bytes > options.MaxBatchBytes)
                {
                    return;
                }

                _waiting.Remove(node);
                if (node.Value.TryBegin())
                {
                    batch.Add(node.Value);
                    bytes += call.Bytes;
                }
            }

            node = next;
        }
    }
}
