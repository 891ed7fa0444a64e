using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests of the behavior that compensation and confirmation by token share.</summary>
public abstract class TargetTests : StatementTests
{
    private readonly Variable<CompensationToken> _token = Token();
    private readonly Variable<CompensationToken> _other = Token("other");

    private protected Bookings Bookings => new(Log);

    /// <summary>The beginning of the entries that the handler logs.</summary>
    protected abstract string Verb { get; }

    /// <summary>The beginning of the entries that the handler of the opposite activity logs.</summary>
    protected abstract string OppositeVerb { get; }

    /// <summary>The state of an activity on which the opposite activity has worked, as messages name it.</summary>
    protected abstract string OppositeState { get; }

    protected override Activity Sample()
    {
        Variable<CompensationToken> token = Token();
        return Within([token], Bookings.New("a", token: token), Use(token));
    }

    /// <summary>The first compensable activity of a workflow starts at the tail of the queue, and each one completes there.</summary>
    protected override IEnumerable<string> MarksOfTwo(string[] once, string between) => [between, once[0], once[0], once[1], once[1]];

    /// <summary>Creates the activity under test.</summary>
    private protected abstract Activity Use(InArgument<CompensationToken> target);

    /// <summary>Creates the opposite activity.</summary>
    private protected abstract Activity UseOpposite(Variable<CompensationToken> target);

    /// <summary>Replaces the handler that the activity runs.</summary>
    private protected abstract void SetHandler(CompensableActivity booking, Activity handler);

    [Theory, Lanes]
    public void Target_UsedAgain_DoesNothing(Lane lane)
    {
        Run(lane, Bookings.New("a", token: _token), Use(_token), Use(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", $"{Verb} a", "after");
    }

    [Theory, Lanes]
    public void Target_UsedWhileHandlerRuns_ReturnsAtOnce(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        SetHandler(booking, new Wait(Log, "w"));
        Running running = Start(lane, booking, AtOnce(InOrder(Use(_token), new Step(Log, "first")), InOrder(Use(_token), new Step(Log, "second"))));
        Log.AssertIs("a", "w waits", "second");
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "w waits", "second", "w resumed ", "first");
    }

    [Theory, Lanes]
    public void Target_UsedByOpposite_IsRefused(Lane lane)
    {
        Assert.Contains(
            $"'a' is {OppositeState}",
            Fails<InvalidOperationException>(Within([_token], Bookings.New("a", token: _token), UseOpposite(_token), Use(_token)), lane).Message,
            StringComparison.Ordinal);
        Log.AssertIs("a", $"{OppositeVerb} a");
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_Null_ThrowsArgument(Lane lane)
    {
        Fails<ArgumentException>(Within([_token], Bookings.New("a"), Use(_token)), lane);
        Log.AssertIs("a");
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_NullBeforeAnyRan_ThrowsArgument(Lane lane) => Fails<ArgumentException>(Within([_token], Use(_token), Bookings.New("a")), lane);

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_NullWithoutCompensableActivity_ThrowsInvalidOperation(Lane lane) => Assert.Contains(
        "the workflow has no compensable activity", Fails<InvalidOperationException>(Within([_token], Use(_token)), lane).Message, StringComparison.Ordinal);

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_BeforeAnyRan_IsRefused(Lane lane)
    {
        CompensationToken? kept = null;
        Runner.Run(
            Within([_token], Bookings.Bare("a", token: _token), new Note(Log, context => (kept = _token.Get(context)) is null ? "no token" : "token")),
            lane);
        Activity early = Use(new InArgument<CompensationToken>(_ => kept!));
        Assert.Contains(
            "no compensable activity has run",
            Fails<InvalidOperationException>(InOrder(early, Bookings.New("b")), lane).Message,
            StringComparison.Ordinal);
        Log.AssertIs("a", "token");
    }

    [Theory, Lanes]
    [Rule("11.6")]
    public void Target_InsideUsed_IsRefused(Lane lane)
    {
        Fails<InvalidOperationException>(
            Within([_token, _other], Bookings.Bare("outer", Bookings.New("inner", token: _other), _token), Use(_token), Use(_other)), lane);
        Log.AssertIs("inner", $"{Verb} inner");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_WithoutHandler_IsLastInsideFirst(Lane lane)
    {
        Run(lane, Bookings.Outer(hasHandlers: false, _token), Use(_token), new Step(Log, "after")).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c", $"{Verb} c", $"{Verb} b", $"{Verb} a", "after");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_HandlerWaits_IsIgnored(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        SetHandler(booking, new Wait(Log, "w"));
        Running running = Start(lane, booking, Use(_token));
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "w waits", "w resumed ");
    }

    private Ended Run(Lane lane, params Activity[] activities) => Runner.Run(Within([_token, _other], activities), lane);

    private Running Start(Lane lane, params Activity[] activities) => Runner.Start(Within([_token, _other], activities), lane);
}
