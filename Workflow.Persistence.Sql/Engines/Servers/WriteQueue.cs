namespace Workflow.Persistence.Sql;

/// <summary>A queue of calls that are flushed together. A flush begins as soon as there is a call and takes what has come meanwhile; it never waits for more. Thread-safe.</summary>
/// <param name="database">The database.</param>
/// <param name="flush">Writes calls about different instances, and reports to all of their callers.</param>
/// <param name="options">The limits of a flush.</param>
internal sealed class WriteQueue(ServerDatabase database, Func<IReadOnlyList<QueuedWrite>, FlushConnection, Task> flush, SqlInstanceStoreOptions options)
{
    private readonly Lock _gate = new();
    private readonly LinkedList<QueuedWrite> _waiting = [];
    private readonly HashSet<Guid> _instances = [];
    private readonly FlushConnection _connection = new(database);
    private bool _wasAlone;
    private bool _isFlushing;
    private bool _isClosed;
    private Task _flushing = Task.CompletedTask;

    /// <summary>How many calls wait.</summary>
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

    /// <summary>Queues a call, and waits for its answer.</summary>
    /// <param name="call">The call.</param>
    /// <param name="cancellationToken">Cancels it while it waits. What has begun runs to its end, because it reads the bytes of the caller.</param>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public Task<StoreAnswer> WriteAsync(IFlushedCall call, CancellationToken cancellationToken)
    {
        QueuedWrite queued = new(call, cancellationToken);
        Enqueue(queued);
        return queued.Task;
    }

    /// <summary>Ends after the flush that has begun; what still waits fails.</summary>
    public async Task CloseAsync()
    {
        Task flushing;
        lock (_gate)
        {
            _isClosed = true;
            foreach (QueuedWrite left in _waiting)
            {
                FailDisposed(left);
            }

            _waiting.Clear();
            flushing = _flushing;
        }

        await flushing.ConfigureAwait(false);
        await _connection.CloseAsync().ConfigureAwait(false);
    }

    /// <summary>The failure of calls to a store that is disposed.</summary>
    public static ObjectDisposedException Disposed() => new("SqlInstanceStore");

    private static void FailDisposed(QueuedWrite queued)
    {
        if (queued.TryBegin())
        {
            queued.Fail(Disposed());
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

            // The flush is not the business of the first caller: its transaction, for instance, must not flow into it.
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

    /// <summary>Ends the flushes, unless a call has come while the connection was given back.</summary>
    private bool TryEnd()
    {
        lock (_gate)
        {
            _isFlushing = _waiting.Count > 0;
            return !_isFlushing;
        }
    }

    /// <summary>Takes what fits into one flush; null when nothing waits.</summary>
    private List<QueuedWrite>? Take()
    {
        lock (_gate)
        {
            if (_waiting.Count == 0)
            {
                return null;
            }

            // What is written alone takes turns with all others, so that neither holds the other up for long.
            List<QueuedWrite> batch = [];
            if (_wasAlone || !_waiting.First!.Value.Call.IsAlone)
            {
                TakeTogether(batch);
            }

            _wasAlone = batch.Count == 0 && _waiting.Count > 0;
            if (_wasAlone)
            {
                TakeFirst(batch);
            }

            return batch;
        }
    }

    /// <summary>Takes the first call.</summary>
    private void TakeFirst(List<QueuedWrite> batch)
    {
        QueuedWrite first = _waiting.First!.Value;
        _waiting.RemoveFirst();
        if (first.TryBegin())
        {
            batch.Add(first);
        }
    }

    /// <summary>Takes calls that can be written together, the first ones first.</summary>
    private void TakeTogether(List<QueuedWrite> batch)
    {
        _instances.Clear();
        long bytes = 0;
        LinkedListNode<QueuedWrite>? node = _waiting.First;
        while (node is not null && batch.Count < options.MaxBatchCount)
        {
            LinkedListNode<QueuedWrite>? next = node.Next;
            IFlushedCall call = node.Value.Call;

            // A second call about an instance comes after the first one, also if that one is left for a flush of its own.
            if (_instances.Add(call.InstanceId) && !call.IsAlone)
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
