namespace Workflow.Persistence.Sql;

/// <summary>
/// Waits for runnable instances on behalf of all owners of a store. Checks the database when this process has changed something, when a timer or lease is due,
/// and, because of other processes, once in each detection period. Thread-safe.
/// </summary>
internal sealed class RunnableWatch(Func<SqlOwner, CancellationToken, Task<RunnablePoll>> look, TimeProvider clock, TimeSpan period)
{
    /// <summary>The minimum difference that indicates that the clock was set while the timer was created.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(20);

    private readonly Lock _gate = new();
    private readonly List<Waiter> _waiters = [];
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isWatching;

    /// <summary>Called when an instance may have become runnable.</summary>
    public void Changed()
    {
        lock (_gate)
        {
            _changed.TrySetResult();
        }
    }

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
            waiter.End(await look(owner, cancellationToken).ConfigureAwait(false));
            Start();
            await waiter.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            lock (_gate)
            {
                _waiters.Remove(waiter);
                _changed.TrySetResult();
            }
        }
    }

    private void Start()
    {
        lock (_gate)
        {
            _changed.TrySetResult();
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
            Waiter[] waiters;
            Task changed;
            lock (_gate)
            {
                if (_waiters.Count == 0)
                {
                    _isWatching = false;
                    return;
                }

                waiters = [.. _waiters];

                // Replaced before the checks, so that a change during the checks ends the next wait.
                _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
                changed = _changed.Task;
            }

            DateTimeOffset before = clock.GetUtcNow();
            DateTimeOffset? next = null;
            foreach (Waiter waiter in waiters)
            {
                DateTimeOffset? own = await LookAsync(waiter).ConfigureAwait(false);
                next = own is null || next < own ? next : own;
            }

            // A due time that was already past before the checks has made nothing runnable, so it is ignored; otherwise the loop would spin.
            await WaitAsync(changed, next > before ? next : null).ConfigureAwait(false);
        }
    }

    /// <summary>Checks for one owner. While the database cannot be reached, the owner continues to wait.</summary>
    private async Task<DateTimeOffset?> LookAsync(Waiter waiter)
    {
        try
        {
            RunnablePoll found = await look(waiter.Owner, CancellationToken.None).ConfigureAwait(false);
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

    private async Task WaitAsync(Task changed, DateTimeOffset? next)
    {
        DateTimeOffset now = clock.GetUtcNow();
        if (next <= now)
        {
            return;
        }

        using CancellationTokenSource stop = new();
        Task timer = Task.Delay(WaitFrom(now, next), clock, stop.Token);

        // The timer is not affected by a change of the clock in between. In this case, the wait is skipped.
        if (clock.GetUtcNow() - now < Tolerance)
        {
            await Task.WhenAny(changed, timer).ConfigureAwait(false);
        }

        await stop.CancelAsync().ConfigureAwait(false);
    }

    private TimeSpan WaitFrom(DateTimeOffset now, DateTimeOffset? next)
    {
        TimeSpan wait = next is { } moment && moment - now < period ? moment - now : period;
        return wait > TimeSpan.FromMilliseconds(1) ? wait : TimeSpan.FromMilliseconds(1);
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
