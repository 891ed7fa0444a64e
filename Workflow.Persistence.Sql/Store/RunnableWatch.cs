namespace Workflow.Persistence.Sql;

/// <summary>
/// Waits for runnable instances on behalf of all owners of a store. Checks the database when this process has changed something, when a timer or lease is due,
/// and, because of other processes, once in each detection period. Thread-safe.
/// </summary>
/// <param name="poll">Checks for runnable instances.</param>
/// <param name="clock">The clock of the store.</param>
/// <param name="period">The detection period.</param>
internal sealed class RunnableWatch(Func<SqlOwner, CancellationToken, Task<RunnablePoll>> poll, TimeProvider clock, TimeSpan period)
{
    private readonly Lock _gate = new();
    private readonly List<Waiter> _waiters = [];
    private readonly PollingWait _wait = new(clock, period);
    private bool _isWatching;

    /// <summary>Called when an instance may have become runnable.</summary>
    public void Changed() => _wait.Changed();

    /// <summary>Waits until an instance may be runnable. The first check runs in the call, so that the caller gets its failure.</summary>
    public async Task WaitAsync(SqlOwner owner, CancellationToken cancellationToken)
    {
        Waiter waiter = new(owner);
        lock (_gate)
        {
            _waiters.Add(waiter);
        }

        try
        {
            waiter.End(await poll(owner, cancellationToken).ConfigureAwait(false));
            Start();
            await waiter.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            lock (_gate)
            {
                _waiters.Remove(waiter);
            }

            _wait.Changed();
        }
    }

    private void Start()
    {
        _wait.Changed();
        lock (_gate)
        {
            if (_isWatching || _waiters.Count == 0)
            {
                return;
            }

            _isWatching = true;
        }

        // The shared loop must not inherit the execution context of the first caller, for example its transaction.
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
        {
            _ = Task.Run(WatchAsync);
        }
    }

    private async Task WatchAsync()
    {
        while (true)
        {
            // Begun before the waiters are read: an owner that starts to wait later ends the wait after this check.
            PollingWait.PollingCheck check = _wait.Begin();
            Waiter[] waiters;
            lock (_gate)
            {
                if (_waiters.Count == 0)
                {
                    _isWatching = false;
                    return;
                }

                waiters = [.. _waiters];
            }

            DateTimeOffset? next = null;
            foreach (Waiter waiter in waiters)
            {
                DateTimeOffset? own = await PollAsync(waiter).ConfigureAwait(false);
                next = own is null || next < own ? next : own;
            }

            await _wait.WaitAsync(check, next, CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>Checks for one owner. While the database cannot be reached, the owner continues to wait.</summary>
    private async Task<DateTimeOffset?> PollAsync(Waiter waiter)
    {
        try
        {
            RunnablePoll found = await poll(waiter.Owner, CancellationToken.None).ConfigureAwait(false);
            waiter.End(found);
            return found.Next;
        }
        catch (ObjectDisposedException disposed)
        {
            waiter.Fail(disposed);
            return null;
        }
        catch (Exception)
        {
            return null;
        }
    }

    private sealed class Waiter(SqlOwner owner)
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public SqlOwner Owner { get; } = owner;

        public Task Task => _end.Task;

        public void End(RunnablePoll found)
        {
            if (found.IsOwnerGone)
            {
                _end.TrySetException(StoreErrors.OwnerGone(Owner));
            }
            else if (found.IsRunnable)
            {
                _end.TrySetResult();
            }
        }

        public void Fail(Exception failure) => _end.TrySetException(failure);
    }
}
