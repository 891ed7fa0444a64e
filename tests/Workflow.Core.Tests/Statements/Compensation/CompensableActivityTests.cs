using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.State;
using Workflow.Statements;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the activity itself, its definition, its completion, and its handlers when it is canceled.</summary>
[Rule("19")]
[Rule("11.6")]
public sealed class CompensableActivityTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");
    private readonly Variable<CompensationToken> _token = Token();

    private Bookings Bookings => new(Log);

    public static TheoryData<string> Handlers => ["compensation", "confirmation", "cancellation"];

    protected override Activity Sample() => Bookings.Bare("sample", InOrder(new Step(Log, "body"), Bookings.Bare("inner")));

    /// <summary>The first compensable activity of a workflow starts at the tail of the queue.</summary>
    protected override IEnumerable<string> MarksOfTwo(string[] once, string between) => [between, .. once, .. once];

    [Theory, Lanes]
    public void Result_BodyCompleted_IsToken(Lane lane)
    {
        Run(lane, Bookings.Bare("a", token: _token), ShowToken()).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "token True");
    }

    [Theory, Lanes]
    public void Result_AsExpression_IsTarget(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a");
        Runner.Run(new Compensate { Target = new InArgument<CompensationToken>(booking) }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "undo a");
    }

    [Theory, Lanes]
    public void Result_BodyCanceled_IsNotSet(Lane lane)
    {
        Activity race = Race(new Step(Log, "winner"), new Sequence());
        Parallel branches = Race(Bookings.New("a", new Wait(Log, "w"), _token), new Wait(Log, "stop"));
        Running running = Runner.Start(Within([_token], branches, race, ShowToken()), lane);
        running.Resume("stop");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("stop waits", "w waits", "stop resumed ", "w cancels", "drop a", "winner", "token False");
    }

    [Theory, Lanes]
    public void Body_Missing_CompletesAndCanBeCompensated(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", token: _token);
        booking.Body = null;
        Run(lane, booking, Undo(_token)).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("undo a");
    }

    [Fact]
    public void Variables_GivenNull_Refuse() => Assert.Throws<ArgumentNullException>(() => new CompensableActivity().Variables.Add(null!));

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyWaits_RunsCancellationHandler(Lane lane)
    {
        Running running = Runner.Start(Bookings.New("a", new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels", "drop a");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_WithoutHandlers_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Bookings.Bare("a", new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyCloses_CompensatesAndEndsCanceled(Lane lane)
    {
        Probe root = new(Log, "root", Bookings.New("a", new Wait(Log, "w") { IsDeaf = true }, _token), ShowToken()) { Variables = { _token } };
        root.Body = context => root.Schedule(context, root.Children[0]);
        root.OnCancel = context => context.CancelChildren();
        root.OnChild = (context, child) =>
        {
            if (child.Activity == root.Children[0])
            {
                root.Schedule(context, root.Children[1]);
            }
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(
            "root executes", "w waits", "root cancels", "w cancels", "w resumed ", "undo a", "root < a Canceled", "token True", "root < Note Closed");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_CancellationHandlerWaits_DoesNotReachIt(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", new Wait(Log, "w"));
        booking.CancellationHandler = new Wait(Log, "handler");
        Running running = Runner.Start(booking, lane);
        running.Cancel();
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("handler");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels", "handler waits", "handler resumed ");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_BodyNotStarted_RunsCancellationHandler(Lane lane)
    {
        RunWithCancel(
            cancel =>
            {
                Variable<int> late = new() { Default = new Expr<int>(Log, "default", () => Zero(cancel)) };
                return Bookings.New("a", Within([late], new Step(Log, "never")));
            },
            lane).AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("default", "drop a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Cancel_WithoutCancellationHandler_CompensatesInside(Lane lane)
    {
        Running running = Runner.Start(Bookings.Bare("outer", InOrder(Bookings.New("a"), Bookings.New("b"), new Wait(Log, "w"))), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a", "b", "w waits", "w cancels", "undo b", "undo a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Cancel_WithCancellationHandler_ConfirmsInside(Lane lane)
    {
        Running running = Runner.Start(Bookings.New("outer", InOrder(Bookings.New("a"), Bookings.New("b"), new Wait(Log, "w"))), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("a", "b", "w waits", "w cancels", "drop outer", "keep b", "keep a");
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Cancel_Nested_RunsInnerHandlerFirst(Lane lane)
    {
        Running running = Runner.Start(Bookings.New("outer", Bookings.New("inner", new Wait(Log, "w"))), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels", "drop inner", "drop outer");
    }

    [Theory, Lanes]
    [Rule("11.5")]
    public void Fault_InBodyCaughtOutside_RunsCancellationHandlerFirst(Lane lane)
    {
        Probe body = new(Log, "body", Bookings.New("a", new Step(Log, "failing", _boom)));
        Runner.Run(Bookings.Caught(body), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("body executes", "failing", "body cancels", "drop a", "body < a Canceled", "catch");
    }

    [Theory, Lanes]
    [Rule("11.5")]
    public void Fault_InBody_CompensatesInside(Lane lane)
    {
        Activity body = InOrder(Bookings.New("a"), new Step(Log, "failing", _boom), new Step(Log, "never"));
        Runner.Run(Bookings.Caught(Bookings.Bare("outer", body)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "failing", "undo a", "catch");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void Fault_InBodyHandledAbove_RunsCancellationHandler(Lane lane)
    {
        // The activity received no cancel request, so it cannot end canceled.
        RunHandled(Bookings.New("a", new Step(Log, "failing", _boom)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "failing", "root ! boom from failing", "drop a", "root < a Closed");
    }

    [Theory, Lanes]
    [Rule("5.5")]
    [Rule("11.2")]
    public void Fault_InBodyUnhandled_RunsNoHandler(Lane lane)
    {
        Runner.Run(InOrder(Bookings.New("a"), Bookings.New("b", new Step(Log, "failing", _boom))), lane).AssertUnhandled(_boom);
        Log.AssertIs("a", "failing");
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("6.2")]
    public void Abort_CancellationHandlerRuns_DoesNotAffectIt(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", new Wait(Log, "w"));
        booking.CancellationHandler = new Wait(Log, "handler");
        Probe root = new(Log, "root", booking);
        ActivityInstance? instance = null;
        root.Body = context =>
        {
            instance = root.Schedule(context, booking);
            context.CreateBookmark("abort", root.Resumed);
        };
        root.OnCancel = context => context.CancelChildren();
        root.OnResume = (context, _, _) => context.AbortChildInstance(instance!);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("abort");
        Assert.Equal(ActivityInstanceState.Faulted, instance!.State);
        Assert.True(running.IsIdle);
        running.Resume("handler");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "w waits", "root cancels", "w cancels", "handler waits", "root @ abort ", "root < a Faulted", "handler resumed ");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_WorkflowWhileCancellationHandlerWaits_TearsDown(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", new Wait(Log, "w"));
        booking.CancellationHandler = new Wait(Log, "handler");
        Running running = Runner.Start(booking, lane);
        running.Cancel();
        running.Abort(_boom);
        Ended ended = running.End();
        Assert.Equal((ExecutionOutcome.Aborted, _boom), (ended.Outcome, ended.Reason));
        Log.AssertIs("w waits", "w cancels", "handler waits", "handler aborts");
    }

    [Theory, Lanes]
    [Rule("1.12")]
    public void Handler_WhileRunning_IsNotAChild(Lane lane)
    {
        CompensableActivity booking = Bookings.New("a", new Wait(Log, "w"));
        booking.CancellationHandler = new Wait(Log, "handler");
        Probe root = new(Log, "root", booking) { OnCancel = context => context.CancelChildren() };
        root.Body = context =>
        {
            root.Schedule(context, booking);
            context.CreateBookmark("look", root.Resumed);
        };
        root.OnResume = (context, _, _) => Log.Add(string.Join(' ', context.GetChildren().Select(child => child.Activity.DisplayName)));
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("look");
        running.Resume("handler");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("root executes", "w waits", "root cancels", "w cancels", "handler waits", "root @ look ", "a", "handler resumed ", "root < a Canceled");
    }

    [Theory, MemberData(nameof(Handlers))]
    [Rule("12.4")]
    [Rule("11.3")]
    public void CompensableActivity_InHandler_IsInvalid(string handler) =>
        Invalid.AssertBelowARoot(With(handler, Bookings.New("inner")), "'inner' is inside a handler of another compensable activity");

    [Theory, MemberData(nameof(Handlers))]
    [Rule("12.4")]
    [Rule("11.3")]
    public void CompensableActivity_NestedInHandler_IsInvalid(string handler) =>
        Invalid.AssertBelowARoot(
            With(
                handler,
                InOrder(
                    new Step(Log, "first"),
                    new Composite("composite", () => new InvokeAction { Action = new ActivityAction { Handler = Bookings.New("inner") } }))),
            "'inner'", "is inside a handler of another compensable activity");

    [Fact]
    [Rule("12.4")]
    public void CompensableActivity_InBody_IsValid() => FrozenDefinition.Of(Bookings.New("outer", InOrder(Bookings.New("inner"))));

    [Fact]
    [Rule("12.4")]
    public void CompensableActivity_InVariableDefault_IsValid()
    {
        Variable<CompensationToken> token = new() { Default = Bookings.New("inner") };
        CompensableActivity outer = Bookings.New("outer");
        outer.Variables.Add(token);
        FrozenDefinition.Of(outer);
    }

    [Theory, MemberData(nameof(Handlers))]
    [Rule("12.4")]
    [Rule("11.4")]
    public void WithoutTarget_InHandler_IsValid(string handler) =>
        FrozenDefinition.Of(With(handler, InOrder(new Composite("composite", () => InOrder(Undo(), Keep())), Undo())));

    [Fact]
    [Rule("12.4")]
    [Rule("11.4")]
    public void WithoutTarget_OutsideHandler_IsInvalid()
    {
        Invalid.AssertBelowARoot(Undo(), "'Compensate' has no target and is not inside a handler");
        Invalid.AssertBelowARoot(Bookings.New("a", InOrder(Keep())), "'Confirm' has no target and is not inside a handler");
    }

    [Fact]
    [Rule("12.4")]
    [Rule("11.4")]
    public void WithoutTarget_UnboundArgument_IsInvalid() =>
        Invalid.AssertBelowARoot(new Compensate { Target = new InArgument<CompensationToken>() }, "'Compensate' has no target");

    [Fact]
    [Rule("12.4")]
    public void WithoutTarget_ValidatedAgain_IsInvalid()
    {
        // The first walk assigns the missing argument.
        Compensate activity = Undo();
        Invalid.AssertBelowARoot(activity, "'Compensate' has no target");
        Invalid.AssertBelowARoot(activity, "'Compensate' has no target");
    }

    [Fact]
    [Rule("12.4")]
    [Rule("10.4")]
    public void CompensableActivity_InTransaction_IsInvalid() =>
        Invalid.AssertBelowARoot(
            new TransactionScope { Body = InOrder(new Composite("composite", () => Bookings.New("a"))) },
            "'a' is inside 'TransactionScope', which undoes its work by a transaction");

    [Fact]
    [Rule("12.4")]
    [Rule("12.2")]
    public void Handler_UsedTwice_IsInvalid()
    {
        Step shared = new(Log, "shared");
        CompensableActivity outer = Bookings.New("outer");
        outer.CompensationHandler = shared;
        outer.ConfirmationHandler = shared;
        Invalid.AssertRoot(outer, "'shared' is used by 'outer'");
    }

    [Fact]
    [Rule("12.4")]
    [Rule("4.8")]
    public void Handler_ReadsVariableOfBody_IsInvalid()
    {
        Variable<int> inside = new("inside");
        CompensableActivity outer = Bookings.New("outer", Within([inside]));
        outer.CompensationHandler = new Show<int>(Log, inside);
        Invalid.AssertRoot(outer, "'inside' is not in scope");
    }

    [Fact]
    [Rule("12.4")]
    [Rule("12.1")]
    public void Ids_OfHandlers_AreInIdSpaceOfActivity()
    {
        CompensableActivity outer = Bookings.New("outer");
        FrozenDefinition.Of(outer);
        Assert.Equal(
            ["1", "2", "3", "4", "5"],
            ((Activity[])[outer, outer.CancellationHandler!, outer.ConfirmationHandler!, outer.CompensationHandler!, outer.Body!])
                .Select(activity => activity.Id));
    }

    [Theory, Lanes]
    [Rule("12.4")]
    [Rule("12.3")]
    public void Handlers_ChangedAfterFirstRun_KeepEffect(Lane lane)
    {
        CompensableActivity root = Bookings.New("a");
        Runner.Run(root, lane);
        root.ConfirmationHandler = null;
        Runner.Run(root, lane);
        Log.AssertIs("a", "keep a", "a", "keep a");
    }

    private static int Zero(Action act)
    {
        act();
        return 0;
    }

    private Note ShowToken() => new(Log, context => $"token {_token.Get(context) is not null}");

    private Ended Run(Lane lane, params Activity[] activities) => Runner.Run(Within([_token], activities), lane);

    private CompensableActivity With(string handler, Activity activity)
    {
        CompensableActivity outer = Bookings.Bare("outer");
        outer.CompensationHandler = handler == "compensation" ? activity : null;
        outer.ConfirmationHandler = handler == "confirmation" ? activity : null;
        outer.CancellationHandler = handler == "cancellation" ? activity : null;
        return outer;
    }
}
