using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>
/// The locks of one owner whose first release failed. The releases are repeated with growing delays until the store has
/// answered. Otherwise the lease, which is renewed for other instances, would keep these instances locked forever. Thread-safe.
/// </summary>
internal sealed class UnlockBacklog
{
    /// <summary>The first delay is shorter than a reconnect. The longest delay bounds the time for which an instance stays locked after an outage.</summary>
    private static readonly TimeSpan FirstWait = TimeSpan.FromMilliseconds(50), LongestWait = TimeSpan.FromSeconds(30);

    private readonly Lock _gate = new();
    private readonly Queue<InstanceUnlock> _waiting = [];
    private readonly Func<InstanceUnlock, Task<bool>> _tryReturn;
    private readonly Alarm _alarm;
    private TaskCompletionSource? _emptied;
    private int _failures;
    private int _failuresLeft = int.MaxValue;
    private bool _isTrying;
    private bool _isOver;

    /// <summary>Creates an empty backlog.</summary>
    /// <param name="clock">The clock for the delays.</param>
    /// <param name="tryReturn">Releases one lock; false if the store has not answered. Its task does not fail.</param>
    public UnlockBacklog(TimeProvider clock, Func<InstanceUnlock, Task<bool>> tryReturn)
    {
        _tryReturn = tryReturn;
        _alarm = new Alarm(clock, () => _ = RetryAsync());
    }

    /// <summary>Adds a lock whose release has failed.</summary>
    public void Add(InstanceUnlock unlock)
    {
        lock (_gate)
        {
            if (_isOver)
            {
                return;
            }

            _waiting.Enqueue(unlock);
            if (!_isTrying && _waiting.Count == 1)
            {
                Arm_NeedsLock();
            }
        }
    }

    /// <summary>Completes when no lock is left, or after a number of failures. For an owner whose lease is no longer renewed.</summary>
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

    /// <summary>Drops all locks, because the owner is lost.</summary>
    public void Stop()
    {
        lock (_gate)
        {
            Stop_NeedsLock();
        }
    }

    /// <summary>
    /// Releases one lock after the other, so that a store that has just recovered is not flooded. A failed release moves to the end, so that it does not
    /// block the others.
    /// </summary>
    private async Task RetryAsync()
    {
        for (InstanceUnlock? next = Begin(); next is not null; next = Continue(next, await _tryReturn(next).ConfigureAwait(false)))
        {
        }
    }

    private InstanceUnlock? Begin()
    {
        lock (_gate)
        {
            // The timer may fire again while an attempt still runs. Two attempts would release the same lock and remove two entries.
            if (_isOver || _isTrying)
            {
                return null;
            }

            // The lock stays in the queue during the attempt, so that EmptyAsync waits for it.
            _isTrying = _waiting.TryPeek(out InstanceUnlock? first);
            return first;
        }
    }

    private InstanceUnlock? Continue(InstanceUnlock tried, bool isAnswered)
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
            _isTrying = _waiting.TryPeek(out InstanceUnlock? next);
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
