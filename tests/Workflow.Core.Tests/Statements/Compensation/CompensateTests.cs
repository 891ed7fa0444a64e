using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests compensation by token, its order among nested activities, and handlers that compensate or confirm the activities inside explicitly.</summary>
[Rule("11.3")]
[Rule("19")]
public sealed class CompensateTests : TargetTests
{
    private readonly Variable<CompensationToken> _token = Token();
    private readonly Variable<CompensationToken> _other = Token("other");

    protected override string Verb => "undo";

    protected override string OppositeVerb => "keep";

    protected override string OppositeState => "confirmed";

    private protected override Activity Use(InArgument<CompensationToken> target) => new Compensate { Target = target };

    private protected override Activity UseOpposite(Variable<CompensationToken> target) => Keep(target);

    private protected override void SetHandler(CompensableActivity booking, Activity handler) => booking.CompensationHandler = handler;

    [Theory, Lanes]
    public void Target_Completed_RunsHandlerOnce(Lane lane)
    {
        Run(lane, Bookings.New("a", token: _token), new Step(Log, "between"), Undo(_token), new Step(Log, "after"))
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "between", "undo a", "after");
    }

    [Theory, Lanes]
    public void Target_WithoutHandlers_DoesNothing(Lane lane)
    {
        Run(lane, Bookings.Bare("a", token: _token), Undo(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "after");
    }

    [Theory, Lanes]
    public void Target_DuringConfirmation_IsRefused(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.ConfirmationHandler = new Wait(Log, "w");
        Running running = Start(lane, booking, AtOnce(Keep(_token), Bookings.Caught(Undo(_token))));
        Log.AssertIs("a", "w waits", "catch");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_ConfirmedInsideCompensated_IsRefused(Lane lane)
    {
        Fails<InvalidOperationException>(
            Within([_token, _other], Bookings.New("outer", Bookings.New("inner", token: _other), _token), Undo(_token), Undo(_other)), lane);
        Log.AssertIs("inner", "undo outer", "keep inner");
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_OfOtherInstance_IsRefused(Lane lane)
    {
        CompensationToken? kept = null;
        Runner.Run(
            Within([_token], Bookings.New("a", token: _token), new Note(Log, context => (kept = _token.Get(context)) is null ? "no token" : "token")),
            lane);
        Compensate foreign = new() { Target = new InArgument<CompensationToken>(_ => kept!) };
        Assert.Contains(
            "another workflow instance",
            Fails<InvalidOperationException>(InOrder(Bookings.New("b"), foreign), lane).Message,
            StringComparison.Ordinal);
        Log.AssertIs("a", "token", "keep a", "b");
    }

    [Theory, Lanes]
    [Rule("11.5")]
    public void Target_EnclosingScopeFailed_IsCompensated(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        TryCatch attempt = new()
        {
            Try = InOrder(booking, new Step(Log, "failing", new FormatException())),
            Catches = { new Catch<FormatException> { Action = new ActivityAction<FormatException> { Handler = Undo(_token) } } },
        };
        Run(lane, attempt, new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "failing", "undo a", "after");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Target_BodyClosedUnderCancel_IsConsumed(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", new Wait(Log, "w") { IsDeaf = true }, _token);
        Running running = Start(lane, Race(booking, new Wait(Log, "stop")), Bookings.Caught(Undo(_token)));
        running.Resume("stop");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("stop waits", "w waits", "stop resumed ", "w cancels", "w resumed ", "undo a", "catch");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_WithHandler_ConfirmsInsideAfterwards(Lane lane)
    {
        Run(lane, Bookings.Outer(hasHandlers: true, _token), Undo(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "undo outer", "keep c", "keep b", "keep a", "after");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_ThreeLevels_IsOuterFirst(Lane lane)
    {
        CompensableActivity middle = Bookings.Bare("middle", InOrder(Bookings.New("a"), Bookings.New("b", Bookings.New("deep"))));
        Run(lane, Bookings.Bare("outer", InOrder(middle, Bookings.New("c")), _token), Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "deep", "c", "undo c", "undo b", "keep deep", "undo a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_WaitingHandlers_RunOneAtATime(Lane lane)
    {
        CompensableActivity a = Bookings.New("a");
        CompensableActivity b = Bookings.New("b");
        a.CompensationHandler = new Wait(Log, "wa");
        b.CompensationHandler = new Wait(Log, "wb");
        Running running = Start(lane, Bookings.Bare("outer", InOrder(a, b), _token), Undo(_token), new Step(Log, "after"));
        running.Resume("wb");
        running.Resume("wa");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "wb waits", "wb resumed ", "wa waits", "wa resumed ", "after");
    }

    [Theory, Lanes]
    public void Target_CompensatedInBody_IsSkippedLater(Lane lane)
    {
        CompensableActivity outer = Bookings.Bare(
            "outer",
            Within([_other], Bookings.New("a"), Bookings.New("b", token: _other), Undo(_other), Bookings.New("c")),
            _token);
        Runner.Run(Within([_token], outer, Undo(_token)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "undo b", "c", "undo c", "undo a");
    }

    [Theory, Lanes]
    public void Target_InnerDuringCompensation_IsAwaited(Lane lane)
    {
        CompensableActivity a = Bookings.New("a");
        CompensableActivity b = Bookings.New("b", token: _other);
        b.CompensationHandler = new Wait(Log, "w");
        Running running = Runner.Start(
            Within(
                [_token, _other],
                Bookings.Bare("outer", InOrder(a, b), _token),
                AtOnce(InOrder(Undo(_other), new Step(Log, "named")), InOrder(Undo(_token), new Step(Log, "outer")))),
            lane);
        Log.AssertIs("a", "b", "w waits");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "w waits", "w resumed ", "named", "undo a", "outer");
    }

    [Theory, Lanes]
    [Rule("11.5")]
    public void Target_InsideTornDownActivity_IsCompensated(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a", token: _token), new Step(Log, "failing", new FormatException("first"))));
        Probe middle = new(Log, "middle", outer) { OnFault = (_, _, _) => throw new InvalidOperationException() };
        middle.Body = context => middle.ScheduleGuarded(context, outer);
        Run(lane, Bookings.Caught(middle), Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["catch", "undo a"], Log.Entries[^2..]);
    }

    [Theory, Lanes]
    [Rule("6.2")]
    public void Abort_WhileWaiting_DoesNotAffectHandler(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.CompensationHandler = InOrder(new Wait(Log, "w"), new Step(Log, "undone"));
        Compensate undo = Undo(_token);
        Probe aborter = new(Log, "aborter", undo);
        aborter.Body = context =>
        {
            aborter.Schedule(context, undo);
            context.CreateBookmark("abort", aborter.Resumed);
        };
        aborter.OnResume = (context, _, _) => context.AbortChildInstance(context.GetChildren()[0]);
        Running running = Start(lane, booking, aborter);
        running.Resume("abort");
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "aborter executes", "w waits", "aborter @ abort ", "aborter < Compensate Faulted", "w resumed ", "undone");
    }

    [Theory, Lanes]
    public void Handler_CompensatesOwnToken_Continues(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.CompensationHandler = InOrder(Undo(_token), new Step(Log, "undo a"));
        Run(lane, booking, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "undo a");
    }

    [Theory, Lanes]
    public void Handler_CompensatesOtherToken_RunsItsHandler(Lane lane)
    {
        CompensableActivity second = Bookings.New("b", token: _other);
        second.CompensationHandler = InOrder(new Step(Log, "undo b"), Undo(_token));
        Runner.Run(Within([_token, _other], Bookings.New("a", token: _token), second, Undo(_other), new Step(Log, "after")), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "undo b", "undo a", "after");
    }

    [Theory, Lanes]
    public void Run_AfterCompensation_RunsNoHandlerAtEnd(Lane lane)
    {
        Running running = Start(lane, Bookings.New("a", token: _token), Undo(_token), new Wait(Log, "w"));
        running.Cancel();
        Ended ended = running.End();
        Assert.Equal(ExecutionOutcome.Completed, ended.Outcome);
        Log.AssertIs("a", "undo a", "w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_InCompensationHandler_CompensatesInside(Lane lane)
    {
        CompensableActivity outer = Bookings.Outer(hasHandlers: true, _token);
        outer.CompensationHandler = InOrder(new Step(Log, "before"), Undo(), new Step(Log, "between"), Undo());
        Run(lane, outer, Undo(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "before", "undo c", "undo b", "undo a", "between", "after");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Confirm_InCompensationHandler_ConfirmsInside(Lane lane)
    {
        CompensableActivity outer = Bookings.Outer(hasHandlers: true, _token);
        outer.CompensationHandler = InOrder(Keep(), new Step(Log, "undo outer"));
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "keep c", "keep b", "keep a", "undo outer");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_InConfirmationHandler_CompensatesInside(Lane lane)
    {
        CompensableActivity outer = Bookings.Outer(hasHandlers: true);
        outer.ConfirmationHandler = Undo();
        Run(lane, outer).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "undo c", "undo b", "undo a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_InCancellationHandler_CompensatesInside(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), Bookings.New("b"), new Wait(Log, "w")));
        outer.CancellationHandler = InOrder(new Step(Log, "drop outer"), Undo());
        Running running = Runner.Start(outer, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a", "b", "w waits", "w cancels", "drop outer", "undo b", "undo a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_OneByToken_ConfirmsOthers(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), Bookings.New("b", token: _other), Bookings.New("c")), _token);
        outer.CompensationHandler = Undo(_other);
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "undo b", "keep c", "keep a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_BesideOther_WaitsForRunningHandler(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.CompensationHandler = new Wait(Log, "w");
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), b), _token);
        outer.CompensationHandler = AtOnce(InOrder(Undo(), new Step(Log, "first")), InOrder(Undo(), new Step(Log, "second")));
        Running running = Runner.Start(Within([_token], outer, Undo(_token)), lane);
        Log.AssertIs("a", "b", "w waits");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("undo a", Log.Entries[4]);
        Assert.Equal(["first", "second"], Log.Entries[5..].Order());
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_WithNothingInside_DoesNothing(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", token: _token);
        outer.CompensationHandler = InOrder(Undo(), Keep(), new Step(Log, "undo outer"));
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("outer", "undo outer");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Compensate_WithoutHandlers_CompensatesInnerActivities(Lane lane)
    {
        CompensableActivity outer = Bookings.New(
            "outer",
            InOrder(Bookings.Bare("empty"), Bookings.Bare("middle", Bookings.New("deep")), Bookings.Bare("last")),
            _token);
        outer.CompensationHandler = Undo();
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("empty", "deep", "last", "undo deep");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    [Rule("3.6")]
    public void Compensate_CanceledInHandler_RunsToEnd(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.CompensationHandler = new Wait(Log, "w");
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), b), _token);
        outer.CompensationHandler = Race(Undo(), new Wait(Log, "stop"));
        Running running = Runner.Start(Within([_token], outer, Undo(_token)), lane);
        running.Resume("stop");
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "w waits", "stop waits", "stop resumed ", "w resumed ", "undo a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Token_OfInnerActivity_IsConsumed(Lane lane)
    {
        CompensableActivity outer = Bookings.New("outer", Bookings.New("a", token: _other), _token);
        outer.CompensationHandler = InOrder(Undo(), Bookings.Caught(Undo(_other)));
        Run(lane, outer, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "undo a", "catch");
    }

    private Ended Run(Lane lane, params Activity[] activities) => Runner.Run(Within([_token, _other], activities), lane);

    private Running Start(Lane lane, params Activity[] activities) => Runner.Start(Within([_token, _other], activities), lane);
}
