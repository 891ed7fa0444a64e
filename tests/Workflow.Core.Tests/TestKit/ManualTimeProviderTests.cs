namespace Workflow.Core.Tests.TestKit;

public sealed class ManualTimeProviderTests
{
    private readonly ManualTimeProvider _time = new();
    private readonly List<string> _fired = [];

    [Fact]
    public void Advance_OverSeveralTimers_FiresThemInDueOrderAtTheirTimes()
    {
        DateTimeOffset start = _time.GetUtcNow();
        using ITimer late = Set("late", 3);
        using ITimer early = Set("early", 1);
        using ITimer equal = Set("equal", 3);
        _time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(["early at 1"], _fired);
        _time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(["early at 1", "late at 3", "equal at 3"], _fired);
        Assert.Equal(TimeSpan.FromSeconds(4), _time.GetUtcNow() - start);

        ITimer Set(string name, int seconds) =>
            _time.CreateTimer(_ => _fired.Add($"{name} at {(_time.GetUtcNow() - start).TotalSeconds}"), null, TimeSpan.FromSeconds(seconds), Timeout.InfiniteTimeSpan);
    }

    [Fact]
    public void Advance_OverAPeriodicTimer_FiresItOncePerPeriodUntilDisposed()
    {
        ITimer timer = _time.CreateTimer(_ => _fired.Add("tick"), null, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1));
        _time.Advance(TimeSpan.FromSeconds(3));
        Assert.Equal(3, _fired.Count);
        timer.Dispose();
        _time.Advance(TimeSpan.FromSeconds(3));
        Assert.Equal(3, _fired.Count);
        Assert.Equal(0, _time.PendingTimers);
    }

    [Fact]
    public void Change_OfATimer_MovesItsDueTime()
    {
        using ITimer timer = _time.CreateTimer(_ => _fired.Add("tick"), null, TimeSpan.FromSeconds(1), Timeout.InfiniteTimeSpan);
        timer.Change(TimeSpan.FromSeconds(5), Timeout.InfiniteTimeSpan);
        _time.Advance(TimeSpan.FromSeconds(4));
        Assert.Empty(_fired);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Single(_fired);
    }
}
