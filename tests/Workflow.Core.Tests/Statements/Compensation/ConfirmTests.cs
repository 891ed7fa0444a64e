using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests confirmation by token. The tests of compensation cover the common behavior.</summary>
[Rule("11.3")]
[Rule("19")]
public sealed class ConfirmTests : StatementTests
{
    private readonly Variable<CompensationToken> _token = Token();
    private readonly Variable<CompensationToken> _other = Token("other");

    private Bookings Bookings => new(Log);

    protected override Activity Sample()
    {
        Variable<CompensationToken> token = Token();
        return Within([token], Bookings.New("a", token: token), Keep(token));
    }

    /// <summary>The first compensable activity of a workflow starts at the tail of the queue, and each one completes there.</summary>
    protected override IEnumerable<string> MarksOfTwo(string[] once, string between) => [between, once[0], once[0], once[1], once[1]];

    [Theory, Lanes]
    public void Target_Completed_RunsHandlerOnce(Lane lane)
    {
        Run(lane, Bookings.New("a", token: _token), Keep(_token), Keep(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "keep a", "after");
    }

    [Theory, Lanes]
    public void Target_UsedDuringConfirmation_ReturnsAtOnce(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.ConfirmationHandler = new Wait(Log, "w");
        Running running = Start(lane, booking, AtOnce(InOrder(Keep(_token), new Step(Log, "first")), InOrder(Keep(_token), new Step(Log, "second"))));
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "w waits", "second", "w resumed ", "first");
    }

    [Theory, Lanes]
    public void Target_Compensated_IsRefused(Lane lane)
    {
        Fails<InvalidOperationException>(Within([_token], Bookings.New("a", token: _token), Undo(_token), Keep(_token)), lane);
        Log.AssertIs("a", "undo a");
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_Null_ThrowsArgument(Lane lane) => Fails<ArgumentException>(Within([_token], Bookings.New("a"), Keep(_token)), lane);

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_NullBeforeAnyRan_ThrowsArgument(Lane lane) => Fails<ArgumentException>(Within([_token], Keep(_token), Bookings.New("a")), lane);

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_NullWithoutCompensableActivity_ThrowsInvalidOperation(Lane lane) => Assert.Contains(
        "the workflow has no compensable activity", Fails<InvalidOperationException>(Within([_token], Keep(_token)), lane).Message, StringComparison.Ordinal);

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_BeforeAnyRan_IsRefused(Lane lane)
    {
        CompensationToken? kept = null;
        Runner.Run(
            Within([_token], Bookings.Bare("a", token: _token), new Note(Log, context => (kept = _token.Get(context)) is null ? "no token" : "token")),
            lane);
        Confirm early = new() { Target = new InArgument<CompensationToken>(_ => kept!) };
        Assert.Contains(
            "no compensable activity has run",
            Fails<InvalidOperationException>(InOrder(early, Bookings.New("b")), lane).Message,
            StringComparison.Ordinal);
        Log.AssertIs("a", "token");
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_InsideConfirmed_IsRefused(Lane lane)
    {
        Fails<InvalidOperationException>(
            Within([_token, _other], Bookings.Bare("outer", Bookings.New("inner", token: _other), _token), Keep(_token), Keep(_other)),
            lane);
        Log.AssertIs("inner", "keep inner");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_WithHandlers_IsOuterFirstThenLastInside(Lane lane)
    {
        Run(lane, Bookings.Outer(hasHandlers: true, _token), Keep(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "keep outer", "keep c", "keep b", "keep a", "after");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_WithoutHandler_IsLastInsideFirst(Lane lane)
    {
        Run(lane, Bookings.Outer(hasHandlers: false, _token), Keep(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", "keep c", "keep b", "keep a", "after");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_HandlerWaits_IsIgnored(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.ConfirmationHandler = new Wait(Log, "w");
        Running running = Start(lane, booking, Keep(_token));
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "w waits", "w resumed ");
    }

    private Ended Run(Lane lane, params Activity[] activities) => Runner.Run(Within([_token, _other], activities), lane);

    private Running Start(Lane lane, params Activity[] activities) => Runner.Start(Within([_token, _other], activities), lane);
}
