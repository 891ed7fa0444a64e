namespace Workflow.Testing.Tests.Time;

public sealed class VirtualTimeProviderTests
{
    private readonly VirtualTimeProvider _time = new();
    private readonly List<string> _fired = [];

    [Fact]
    public void Advance_PastTimers_FiresThemInDueOrderAtTheirTimes()
    {
        DateTimeOffset start = _time.GetUtcNow();
        using ITimer late = Timer("late", TimeSpan.FromHours(2));
        using ITimer early = Timer("early", TimeSpan.FromHours(1));
        using ITimer equal = Timer("equal", TimeSpan.FromHours(1));
        Assert.Equal(start.AddHours(1), _time.NextTimer);
        _time.Advance(TimeSpan.FromDays(1));
        Assert.Equal(["early 01:00:00", "equal 01:00:00", "late 02:00:00"], _fired);
        Assert.Equal(start.AddDays(1), _time.GetUtcNow());
        Assert.Null(_time.NextTimer);

        ITimer Timer(string name, TimeSpan due) =>
            _time.CreateTimer(_ => _fired.Add($"{name} {_time.GetUtcNow() - start}"), null, due, Timeout.InfiniteTimeSpan);
    }

    [Fact]
    public void Advance_WithPeriodicTimer_FiresItEachPeriod()
    {
        using ITimer timer = _time.CreateTimer(_ => _fired.Add("tick"), null, TimeSpan.Zero, TimeSpan.FromMinutes(1));
        _time.Advance(TimeSpan.FromMinutes(3));
        Assert.Equal(4, _fired.Count);
    }

    [Fact]
    public void Advance_WithTimerThatSetsAnother_FiresBoth()
    {
        using ITimer second = _time.CreateTimer(_ => _fired.Add("second"), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        using ITimer first = _time.CreateTimer(
            _ => second.Change(TimeSpan.FromMinutes(1), Timeout.InfiniteTimeSpan),
            null, TimeSpan.FromMinutes(1), Timeout.InfiniteTimeSpan);
        _time.Advance(TimeSpan.FromMinutes(2));
        Assert.Equal(["second"], _fired);
    }

    [Fact]
    public void Change_OfATimer_MovesItsDueTime()
    {
        using ITimer timer = _time.CreateTimer(_ => _fired.Add("tick"), null, TimeSpan.FromMinutes(1), Timeout.InfiniteTimeSpan);
        Assert.True(timer.Change(TimeSpan.FromMinutes(5), Timeout.InfiniteTimeSpan));
        _time.Advance(TimeSpan.FromMinutes(4));
        Assert.Empty(_fired);
        _time.Advance(TimeSpan.FromMinutes(1));
        Assert.Single(_fired);
    }

    [Fact]
    public void Dispose_OfTimer_NeverFiresAgain()
    {
        ITimer timer = _time.CreateTimer(_ => _fired.Add("tick"), null, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1));
        _time.Advance(TimeSpan.FromMinutes(3));
        Assert.Equal(3, _fired.Count);
        Assert.Equal(1, _time.PendingTimers);
        timer.Dispose();
        Assert.Equal(0, _time.PendingTimers);
        Assert.False(timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan));
        _fired.Clear();
        _time.Advance(TimeSpan.FromDays(1));
        Assert.Empty(_fired);
    }

    [Fact]
    public void Advance_WithCallbackThatThrows_StopsAtItsTime()
    {
        DateTimeOffset start = _time.GetUtcNow();
        using ITimer timer = _time.CreateTimer(_ => throw new FormatException(), null, TimeSpan.FromHours(1), Timeout.InfiniteTimeSpan);
        Assert.Throws<FormatException>(() => _time.Advance(TimeSpan.FromDays(1)));
        Assert.Equal(start.AddHours(1), _time.GetUtcNow());
    }

    [Fact]
    public void Advance_Backwards_IsRefused() => Assert.Throws<ArgumentOutOfRangeException>(() => _time.Advance(TimeSpan.FromTicks(-1)));

    /// <summary>The virtual clock refuses the timers that the system clock refuses.</summary>
    [Fact]
    public void CreateTimer_LongerThanTheSystemTakes_IsRefused()
    {
        TimeSpan longest = TimeSpan.FromMilliseconds(uint.MaxValue - 1);
        using ITimer timer = _time.CreateTimer(_ => _fired.Add("tick"), null, longest, longest);
        ArgumentOutOfRangeException refusal = Assert.Throws<ArgumentOutOfRangeException>(() => timer.Change(TimeSpan.FromDays(50), Timeout.InfiniteTimeSpan));
        Assert.Contains("49.7 days", refusal.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>(() => _time.CreateTimer(_ => { }, null, TimeSpan.Zero, TimeSpan.MaxValue));
        Assert.Throws<ArgumentOutOfRangeException>(() => TimeProvider.System.CreateTimer(_ => { }, null, TimeSpan.FromDays(50), Timeout.InfiniteTimeSpan));
    }

    [Fact]
    public void OperationTimeout_LongerThanTheSystemTakes_IsRefused()
    {
        Assert.Contains(
            "49 days",
            Assert.Throws<ArgumentOutOfRangeException>(() => new TestHostOptions { OperationTimeout = TimeSpan.FromDays(50) }).Message,
            StringComparison.Ordinal);
        Assert.Equal(Timeout.InfiniteTimeSpan, new TestHostOptions { OperationTimeout = Timeout.InfiniteTimeSpan }.OperationTimeout);
    }
}
