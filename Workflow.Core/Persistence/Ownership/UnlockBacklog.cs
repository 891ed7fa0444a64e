using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>
/// The locks of one owner that could not be given back at the first attempt. They are tried again, after waits that grow, until the store has
/// answered: otherwise the lease, which is renewed for other instances, would keep them locked for ever. Safe from any thread.
/// </summary>
internal sealed class UnlockBacklog
{
    /// <summary>The first wait is shorter than a reconnect; the longest is how long an instance may stay locked after an outage.</summary>
    private static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(50), LongestWait = TimeSpan.FromSeconds(30);

    private readonly Lock _gate = new();
    private readonly Queue<LockReturn> _waiting = [];
    private readonly Func<LockReturn, Task<bool>> _tryReturn;
    private readonly Alarm _alarm;
    private TaskCompletionSource? _emptied;
    private int _failures;
    private int _failuresLeft = int.MaxValue;
    private bool _isTrying;
    private bool _isOver;

    /// <summary>Creates an empty one.</summary>
    /// <param name="clock">The clock that it waits on.</param>
    /// <param name="tryReturn">Gives one lock back; false when the store has not answered. Does not fail.</param>
    public UnlockBacklog(TimeProvider clock, Func<LockReturn, Task<bool>> tryReturn)
    {
        _tryReturn = tryReturn;
        _alarm = new Alarm(clock, () => _ = RetryAsync());
    }

    /// <summary>Adds a lock that has failed once.</summary>
    public void Add(LockReturn item)
    {
        lock (_gate)
        {
            if (_isOver)
            {
                return;
            }

            _waiting.Enqueue(item);
            if (!_isTrying && _waiting.Count == 1)
            {
                Arm_NeedsLock();
            }
        }
    }

    /// <summary>Ends when nothing is left to give back, at the latest after a number of failures: for an owner whose lease is not renewed any more.</summary>
    public Task EmptyAsync(int maxFailures)
    {
        lock (_gate)
        {
            if (_isOver || _waiting.Count == 0)
            {
                return Task.CompletedTask;
            }

            _failuresLeft = maxFailures;
            _emptied ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _emptied.Task;
        }
    }

    /// <summary>The owner is gone, and with it all that it had locked.</summary>
    public void Stop()
    {
        lock (_gate)
        {
            Stop_NeedsLock();
        }
    }

    /// <summary>One after the other, so that a store which has just come back is not flooded. What fails goes to the end: it must not be in the way of the others.</summary>
    private async Task RetryAsync()
    {
        for (LockReturn? next = Begin(); next is not null; next = GoOn(next, await _tryReturn(next).ConfigureAwait(false)))
        {
        }
    }

    private LockReturn? Begin()
    {
        lock (_gate)
        {
            if (_isOver || _isTrying)
            {
                return null;
            }

            _isTrying = _waiting.TryPeek(out LockReturn? first);
            return first;
        }
    }

    private LockReturn? GoOn(LockReturn tried, bool isAnswered)
    {
        lock (_gate)
        {
            if (_isOver)
            {
                return null;
            }

            _waiting.Dequeue();
            if (!isAnswered)
            {
                _waiting.Enqueue(tried);
                _failures++;
                _isTrying = false;
                Arm_NeedsLock();
                return null;
            }

            _failures = 0;
            _isTrying = _waiting.TryPeek(out LockReturn? next);
            if (next is null)
            {
                _emptied?.TrySetResult();
            }

            return next;
        }
    }

    private void Arm_NeedsLock()
    {
        if (_failures >= _failuresLeft)
        {
            Stop_NeedsLock();
            return;
        }

        TimeSpan wait = FirstWait * Math.Pow(2, Math.Min(_failures, 30));
        _alarm.Set(wait < LongestWait ? wait : LongestWait);
    }

    private void Stop_NeedsLock()
    {
        _isOver = true;
        _waiting.Clear();
        _alarm.Stop();
        _emptied?.TrySetResult();
    }
}
