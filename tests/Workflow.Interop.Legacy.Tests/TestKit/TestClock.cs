namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A clock that stands until the test moves it. Timers fire on the thread of the test.</summary>
public sealed class TestClock : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<Timer> _timers = [];
    private DateTimeOffset _now = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public int Timers
    {
        get
        {
            lock (_lock)
            {
                return _timers.Count;
            }
        }
    }

    public override DateTimeOffset GetUtcNow()
    {
        lock (_lock)
        {
            return _now;
        }
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Timer timer = new(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    public void Advance(TimeSpan by)
    {
        DateTimeOffset end = GetUtcNow() + by;
        while (Next(end) is { } timer)
        {
            timer.Call();
        }

        lock (_lock)
        {
            _now = end;
        }
    }

    private Timer? Next(DateTimeOffset end)
    {
        lock (_lock)
        {
            Timer? next = _timers.Where(timer => timer.Due <= end).MinBy(timer => timer.Due);
            if (next is not null)
            {
                _timers.Remove(next);
                _now = next.Due > _now ? next.Due : _now;
            }

            return next;
        }
    }

    private sealed class Timer(TestClock clock, Action call) : ITimer
    {
        public DateTimeOffset Due { get; private set; }

        public void Call() => call();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._lock)
            {
                clock._timers.Remove(this);
                if (dueTime >= TimeSpan.Zero)
                {
                    Due = clock._now + dueTime;
                    clock._timers.Add(this);
                }
            }

            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return default;
        }
    }
}
