namespace Workflow.Testing;

/// <summary>A clock that does not advance until the test advances it.</summary>
/// <remarks>
/// Timers fire on the thread that advances the clock, in the order of their due times; timers with equal due times fire in the order in which they were set.
/// While a timer fires, the clock shows its due time. Thread-safe; only one thread at a time may advance the clock.
/// </remarks>
public sealed class VirtualTimeProvider : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly SortedSet<VirtualTimer> _pending = new(Comparer<VirtualTimer>.Create(VirtualTimer.CompareDue));
    private DateTimeOffset _now;
    private long _lastSetting;

    /// <summary>Creates a clock that starts at 1 January 2030, 00:00 UTC.</summary>
    public VirtualTimeProvider()
        : this(new DateTimeOffset(2030, 1, 1, 0, 0, 0, TimeSpan.Zero))
    {
    }

    /// <summary>Creates a clock.</summary>
    /// <param name="start">The initial time of the clock.</param>
    public VirtualTimeProvider(DateTimeOffset start) => _now = start.ToUniversalTime();

    /// <summary>UTC, so that tests do not depend on the machine.</summary>
    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    /// <summary>The number of timestamp units per second: ten million, because a timestamp counts ticks.</summary>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <summary>
    /// The due time of the next timer; null if no timer is set. The due time is not in the future if a timer with a due time of zero has not fired yet.
    /// </summary>
    public DateTimeOffset? NextTimer
    {
        get
        {
            lock (_gate)
            {
                return _pending.Min?.Due;
            }
        }
    }

    /// <summary>The number of timers that are set.</summary>
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

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow()
    {
        lock (_gate)
        {
            return _now;
        }
    }

    /// <inheritdoc/>
    public override long GetTimestamp() => GetUtcNow().UtcTicks;

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        ArgumentNullException.ThrowIfNull(callback);
        VirtualTimer timer = new(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Advances the clock and fires every timer that becomes due, including timers that are set meanwhile.</summary>
    /// <param name="by">The time to advance by; zero fires the timers that are due now.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="by"/> is negative.</exception>
    /// <remarks>An exception of a timer callback propagates to the caller, and the clock stays at the due time of that timer.</remarks>
    public void Advance(TimeSpan by)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        DateTimeOffset end = GetUtcNow() + by;
        while (TryFireNext(end))
        {
        }

        MoveTo(end);
    }

    /// <summary>Fires the next timer if it is due at or before a time. Returns false if there is no such timer.</summary>
    internal bool TryFireNext(DateTimeOffset end)
    {
        VirtualTimer? timer = TakeDue(end);
        if (timer is null)
        {
            return false;
        }

        // The callbacks of system timers run without a synchronization context.
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            timer.Fire();
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }

        return true;
    }

    /// <summary>Moves the clock without firing timers. The clock never goes back.</summary>
    internal void MoveTo(DateTimeOffset time)
    {
        lock (_gate)
        {
            _now = time > _now ? time : _now;
        }
    }

    private VirtualTimer? TakeDue(DateTimeOffset end)
    {
        lock (_gate)
        {
            if (_pending.Min is not { } next || next.Due > end)
            {
                return null;
            }

            DateTimeOffset due = next.Due!.Value;
            _now = due > _now ? due : _now;
            SetDue(next, next.Period is { } period ? due + period : null);
            return next;
        }
    }

    /// <summary>Sets the due time of a timer; null stops the timer. The caller holds the lock.</summary>
    private void SetDue(VirtualTimer timer, DateTimeOffset? due)
    {
        // Removed before the change: the order of the set depends on the members that change.
        _pending.Remove(timer);
        timer.Due = due;
        timer.Setting = ++_lastSetting;
        if (due is not null)
        {
            _pending.Add(timer);
        }
    }

    /// <summary>A timer that accepts and rejects the same values as a system timer.</summary>
    private sealed class VirtualTimer(VirtualTimeProvider owner, TimerCallback callback, object? state) : ITimer
    {
        private static readonly TimeSpan LongestTimer = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

        private bool _isDisposed;

        public DateTimeOffset? Due { get; set; }

        public TimeSpan? Period { get; private set; }

        /// <summary>
        /// A number that is different for each setting of a timer. It breaks ties between equal due times, so that the sorted set keeps all pending timers.
        /// </summary>
        public long Setting { get; set; }

        public static int CompareDue(VirtualTimer left, VirtualTimer right) => (left.Due, left.Setting).CompareTo((right.Due, right.Setting));

        public void Fire() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            ThrowIfInvalid(dueTime, nameof(dueTime));
            ThrowIfInvalid(period, nameof(period));
            lock (owner._gate)
            {
                if (_isDisposed)
                {
                    return false;
                }

                Period = period == Timeout.InfiniteTimeSpan || period == TimeSpan.Zero ? null : period;
                owner.SetDue(this, dueTime == Timeout.InfiniteTimeSpan ? null : owner._now + dueTime);
                return true;
            }
        }

        public void Dispose()
        {
            lock (owner._gate)
            {
                _isDisposed = true;
                owner.SetDue(this, null);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }

        private static void ThrowIfInvalid(TimeSpan value, string name)
        {
            if (value < TimeSpan.Zero && value != Timeout.InfiniteTimeSpan)
            {
                throw new ArgumentOutOfRangeException(name, value, "A timer accepts zero, a positive time or an infinite one.");
            }

            if (value > LongestTimer)
            {
                throw new ArgumentOutOfRangeException(
                    name, value, "The timers of the system accept at most 4,294,967,294 milliseconds, which are 49.7 days; divide a longer wait.");
            }
        }
    }
}
