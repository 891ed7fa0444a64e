using Workflow.Core.Tests.TestKit;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Store;

public sealed class PollingWaitTests
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    private readonly VirtualTimeProvider _clock = new();
    private readonly PollingWait _wait;

    public PollingWaitTests() => _wait = new PollingWait(_clock, Period);

    [Fact]
    public async Task WaitAsync_NothingHappens_EndsAfterPeriod()
    {
        Task waiting = WaitAsync(_wait.Begin(), null);
        _clock.Advance(Period - TimeSpan.FromTicks(1));
        Assert.False(waiting.IsCompleted);
        _clock.Advance(TimeSpan.FromTicks(1));
        await waiting.WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public async Task WaitAsync_Due_EndsAtDueTime()
    {
        Task waiting = WaitAsync(_wait.Begin(), _clock.GetUtcNow() + TimeSpan.FromSeconds(1));
        _clock.Advance(TimeSpan.FromSeconds(1));
        await waiting.WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public void WaitAsync_DueBeforeCheck_WaitsForPeriod() => Assert.False(WaitAsync(_wait.Begin(), _clock.GetUtcNow()).IsCompleted);

    [Fact]
    public async Task WaitAsync_DueDuringCheck_EndsAtOnce()
    {
        PollingWait.PollingCheck check = _wait.Begin();
        DateTimeOffset due = _clock.GetUtcNow() + TimeSpan.FromSeconds(1);
        _clock.Advance(TimeSpan.FromSeconds(2));
        await WaitAsync(check, due).WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public async Task WaitAsync_PeriodPassesDuringCheck_EndsAtOnce()
    {
        PollingWait.PollingCheck check = _wait.Begin();
        _clock.Advance(Period);
        await WaitAsync(check, null).WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public async Task Changed_DuringCheck_EndsAllWaits()
    {
        PollingWait.PollingCheck first = _wait.Begin(), second = _wait.Begin();
        _wait.Changed();
        await WaitAsync(first, null).WaitAsync(HangGuard.Limit);
        await WaitAsync(second, null).WaitAsync(HangGuard.Limit);
    }

    [Fact]
    public void Changed_BeforeCheck_EndsNoWait()
    {
        _wait.Changed();
        Assert.False(WaitAsync(_wait.Begin(), null).IsCompleted);
    }

    private Task WaitAsync(PollingWait.PollingCheck check, DateTimeOffset? due) => _wait.WaitAsync(check, due, CancellationToken.None);
}
