namespace Workflow.Core.Tests.TestKit;

/// <summary>A clock that stands until the test advances it. Timers fire on the advancing thread, in due order; equal ones in the order they were set.</summary>
internal sealed class ManualTimeProvider : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly HashSet<ManualTimer> _timers = [];
    private readonly SortedSet<ManualTimer> _pending = new(Comparer<ManualTimer>.Create(ManualTimer.CompareDue));
    private DateTimeOffset _now = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private long _lastSetting;

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>Timers that have a due time.</summary>
    public int PendingTimers
    {
        get
        {
            lock (_gate)
            {
                return _pending.Count;
            }
        }
    }

    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate)
        {
            return _now;
        }
    }

    public override long GetTimestamp() => GetUtcNow().UtcTicks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ManualTimer timer = new(this, callback, state);
        lock (_gate)
        {
            _timers.Add(timer);
        }

        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Moves the clock; each timer fires while the clock shows its due time. What a timer runs is done when this returns.</summary>
    public void Advance(TimeSpan by) => NoContext.Run(() =>
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        DateTimeOffset end = GetUtcNow() + by;
        while (TakeDue(end) is { } timer)
        {
            timer.Fire();
        }

        lock (_gate)
        {
            _now = end;
        }
    });

    private ManualTimer? TakeDue(DateTimeOffset end)
    {
        lock (_gate)
        {
            if (_pending.Min is not { } next || next.Due > end)
            {
                return null;
            }

            _now = next.Due > _now ? next.Due.Value : _now;
            Set_NeedsLock(next, next.Period is { } period ? next.Due + period : null);
            return next;
        }
    }

    private void Set_NeedsLock(ManualTimer timer, DateTimeOffset? due)
    {
        _pending.Remove(timer);
        timer.Due = due;
        timer.Setting = ++_lastSetting;
        if (due is not null)
        {
            _pending.Add(timer);
        }
    }

    private sealed class ManualTimer(ManualTimeProvider owner, TimerCallback callback, object? state) : ITimer
    {
        public DateTimeOffset? Due { get; set; }

        public TimeSpan? Period { get; set; }

        public long Setting { get; set; }

        /// <summary>By due time, equal ones in the order they were set; no two settings are equal.</summary>
        public static int CompareDue(ManualTimer left, ManualTimer right) => (left.Due, left.Setting).CompareTo((right.Due, right.Setting));

        public void Fire() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (owner._gate)
            {
                if (!owner._timers.Contains(this))
                {
                    return false;
                }

                Period = period == Timeout.InfiniteTimeSpan || period == TimeSpan.Zero ? null : period;
                owner.Set_NeedsLock(this, dueTime == Timeout.InfiniteTimeSpan ? null : owner._now + dueTime);
                return true;
            }
        }

        public void Dispose()
        {
            lock (owner._gate)
            {
                owner.Set_NeedsLock(this, null);
                owner._timers.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
