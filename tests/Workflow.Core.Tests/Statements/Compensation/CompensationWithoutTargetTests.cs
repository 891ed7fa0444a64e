using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests handlers that compensate or confirm the compensable activities inside their activity explicitly.</summary>
[Rule("11.4")]
public sealed class CompensationWithoutTargetTests
{
    private readonly Log _log = new();
    private readonly Variable<CompensationToken> _token = Token();
    private readonly Variable<CompensationToken> _inner = Token("inner");

    private Bookings Bookings => new(_log);

    [Theory, Lanes]
    public void Compensate_InCompensationHandler_CompensatesInside(Lane lane)
    {
        CompensableActivity outer = Bookings.Outer(hasHandlers: true, _token);
        outer.CompensationHandler = InOrder(new Step(_log, "before"), Undo(), new Step(_log, "between"), Undo());
        Run(lane, outer, Undo(_token), new Step(_log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "c", "before", "undo c", "undo b", "undo a", "between", "after");
    }

    [Theory, Lanes]
    public void Confirm_InCompensationHandler_ConfirmsInside(Lane lane)
    {
        CompensableActivity outer = Bookings.Outer(hasHandlers: true, _token);
        outer.CompensationHandler = InOrder(Keep(), new Step(_log, "undo outer"));
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "c", "keep c", "keep b", "keep a", "undo outer");
    }

    [Theory, Lanes]
    public void Compensate_InConfirmationHandler_CompensatesInside(Lane lane)
    {
        CompensableActivity outer = Bookings.Outer(hasHandlers: true);
        outer.ConfirmationHandler = Undo();
        Run(lane, outer).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "c", "undo c", "undo b", "undo a");
    }

    [Theory, Lanes]
    public void Compensate_InCancellationHandler_CompensatesInside(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), Bookings.New("b"), new Wait(_log, "w")));
        outer.CancellationHandler = InOrder(new Step(_log, "drop outer"), Undo());
        Running running = Runner.Start(outer, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a", "b", "w waits", "w cancels", "drop outer", "undo b", "undo a");
    }

    [Theory, Lanes]
    public void Compensate_OneByToken_ConfirmsOthers(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), Bookings.New("b", token: _inner), Bookings.New("c")), _token);
        outer.CompensationHandler = Undo(_inner);
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "c", "undo b", "keep c", "keep a");
    }

    [Theory, Lanes]
    public void Compensate_BesideOther_WaitsForRunningHandler(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.CompensationHandler = new Wait(_log, "w");
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), b), _token);
        outer.CompensationHandler = AtOnce(InOrder(Undo(), new Step(_log, "first")), InOrder(Undo(), new Step(_log, "second")));
        Running running = Runner.Start(Within([_token], outer, Undo(_token)), lane);
        _log.AssertIs("a", "b", "w waits");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("undo a", _log.Entries[4]);
        Assert.Equal(["first", "second"], _log.Entries[5..].Order());
    }

    [Theory, Lanes]
    public void Compensate_WithNothingInside_DoesNothing(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", token: _token);
        outer.CompensationHandler = InOrder(Undo(), Keep(), new Step(_log, "undo outer"));
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("outer", "undo outer");
    }

    [Theory, Lanes]
    public void Compensate_WithoutHandlers_CompensatesInnerActivities(Lane lane)
    {
        CompensableActivity outer = Bookings.New(
            "outer",
            InOrder(Bookings.Bare("empty"), Bookings.Bare("middle", Bookings.New("deep")), Bookings.Bare("last")),
            _token);
        outer.CompensationHandler = Undo();
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("empty", "deep", "last", "undo deep");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Compensate_CanceledInHandler_RunsToEnd(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.CompensationHandler = new Wait(_log, "w");
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), b), _token);
        outer.CompensationHandler = Race(Undo(), new Wait(_log, "stop"));
        Running running = Runner.Start(Within([_token], outer, Undo(_token)), lane);
        running.Resume("stop");
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "w waits", "stop waits", "stop resumed ", "w resumed ", "undo a");
    }

    [Theory, Lanes]
    public void Token_OfInnerActivity_IsConsumed(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", Bookings.New("a", token: _inner), _token);
        outer.CompensationHandler = InOrder(Undo(), Bookings.Caught(Undo(_inner)));
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "undo a", "catch");
    }

    private Ended Run(Lane lane, params Activity[] activities) => Runner.Run(Within([_token, _inner], activities), lane);
}
