using PortedActivities.Waiting;
using Workflow.Testing;

namespace PortedActivities.Tests.Waiting;

public sealed class TimeoutScopeTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    public async Task Body_ThatIsInTime_CompletesAndStopsTheTimer()
    {
        Operation body = new(_log, "body");
        Started run = Start(body);
        Assert.Equal(1, _clock.PendingTimers);
        body.Succeed();

        await run.OutputsAsync();
        Assert.Equal(0, _clock.PendingTimers);
        _log.AssertIs("body starts");
    }

    [Fact]
    public async Task Body_TooLate_IsCanceledBeforeTheHandlerRuns()
    {
        Started run = Start(new Wait(_log, "body"));
        _clock.Advance(Minute - TimeSpan.FromTicks(1));
        Assert.True(run.IsRunning);
        _clock.Advance(TimeSpan.FromTicks(1));

        await run.OutputsAsync();
        _log.AssertIs("body waits", "body cancels", "handler");
    }

    [Fact]
    public async Task Body_TooLateWithoutHandler_ThrowsTimeoutException()
    {
        Started run = new(new TimeoutScope { DisplayName = "Answer", Timeout = Minute, Body = new Wait(_log, "body") }, _clock);
        _clock.Advance(Minute);

        TimeoutException late = await Assert.ThrowsAsync<TimeoutException>(run.OutputsAsync);
        Assert.Equal("'Answer' took too long.", late.Message);
        _log.AssertIs("body waits", "body cancels");
    }

    [Fact]
    public async Task Body_None_CompletesAtOnce()
    {
        await Start(null).OutputsAsync();
        _log.AssertIs();
    }

    [Fact]
    public async Task Scopes_Nested_ShorterTimeoutApplies()
    {
        TimeoutScope inner = new() { Timeout = Minute + Minute, Body = new Wait(_log, "body"), TimeoutHandler = new Step(_log, "inner") };
        Started run = Start(inner);
        _clock.Advance(Minute);

        await run.OutputsAsync();
        _log.AssertIs("body waits", "body cancels", "handler");
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Cancel_WhileTheBodyRuns_CancelsItAndTheTimer()
    {
        Started run = Start(new Wait(_log, "body"));
        run.Cancel();

        await run.AssertCanceledAsync();
        Assert.Equal(0, _clock.PendingTimers);
        _log.AssertIs("body waits", "body cancels");
    }

    [Fact]
    public async Task Fault_OfTheBody_LeavesTheScope()
    {
        InvalidTimeZoneException thrown = new();
        await Start(new Step(_log, "body", thrown)).AssertFailedAsync(thrown);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Fault_OfTheHandler_LeavesTheScope()
    {
        InvalidTimeZoneException thrown = new();
        Started run = new(new TimeoutScope { Timeout = Minute, Body = new Wait(_log, "body"), TimeoutHandler = new Step(_log, "handler", thrown) }, _clock);
        _clock.Advance(Minute);
        await run.AssertFailedAsync(thrown);
    }

    private Started Start(Activity? body) => new(new TimeoutScope { Timeout = Minute, Body = body, TimeoutHandler = new Step(_log, "handler") }, _clock);
}
