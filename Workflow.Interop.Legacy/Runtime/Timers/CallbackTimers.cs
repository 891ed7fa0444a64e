namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Calls callbacks at specified times. Thread-safe.</summary>
internal sealed class CallbackTimers
{
    // Limits each wait, so that a change of the clock is noticed, and a time in the far future needs no long timer.
    private static readonly TimeSpan LongestWait = TimeSpan.FromMinutes(5);

    // A timer rounds its wait down to milliseconds. A shorter wait would end immediately, again and again.
    private static readonly TimeSpan ShortestWait = TimeSpan.FromMilliseconds(1);
    private readonly Lock _lock = new();
    private readonly Dictionary<Guid, ITimer> _timers = [];

    /// <summary>Calls the callback at the specified time, or immediately if the time has passed. A timer with the same id is replaced.</summary>
    public void Add(Guid timerId, DateTime whenUtc, TimeProvider time, Action callback)
    {
        ITimer? created = null;
        created = time.CreateTimer(_ => Check(timerId, created!, whenUtc, time, callback), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        lock (_lock)
        {
            _timers.Remove(timerId, out ITimer? old);
            old?.Dispose();
            _timers.Add(timerId, created);
        }

        // The timer starts only now, because Check ignores timers that are not in the table.
        created.Change(WaitUntil(whenUtc, time), Timeout.InfiniteTimeSpan);
    }

    public void Remove(Guid timerId)
    {
        lock (_lock)
        {
            _timers.Remove(timerId, out ITimer? timer);
            timer?.Dispose();
        }
    }

    public void Clear()
    {
        lock (_lock)
        {
            foreach (ITimer timer in _timers.Values)
            {
                timer.Dispose();
            }

            _timers.Clear();
        }
    }

    private static TimeSpan WaitUntil(DateTime whenUtc, TimeProvider time)
    {
        TimeSpan wait = whenUtc - time.GetUtcNow().UtcDateTime;
        return wait <= TimeSpan.Zero ? TimeSpan.Zero : wait < ShortestWait ? ShortestWait : wait < LongestWait ? wait : LongestWait;
    }

    private void Check(Guid timerId, ITimer timer, DateTime whenUtc, TimeProvider time, Action callback)
    {
        lock (_lock)
        {
            if (!_timers.TryGetValue(timerId, out ITimer? current) || !ReferenceEquals(current, timer))
            {
                return;
            }

            if (time.GetUtcNow().UtcDateTime < whenUtc)
            {
                timer.Change(WaitUntil(whenUtc, time), Timeout.InfiniteTimeSpan);
                return;
            }

            _timers.Remove(timerId);
            timer.Dispose();
        }

        callback();
    }
}
