using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("3.6")]
[Rule("19")]
public sealed class CancellationScopeTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample() => Scope(new Sequence { Activities = { new Step(Log, "body"), Scope(new Step(Log, "inner")) } });

    [Theory, Lanes]
    public void Body_Closes_RunsNoHandler(Lane lane)
    {
        Runner.Run(Scope(new Step(Log, "body")), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("body");
    }

    [Theory, Lanes]
    public void Body_Missing_ClosesAtOnce(Lane lane)
    {
        Runner.Run(Scope(null), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Fact]
    public void Variables_GivenNull_Refuse() => Assert.Throws<ArgumentNullException>(() => new CancellationScope().Variables.Add(null!));

    [Theory, Lanes]
    public void Cancel_BodyWaits_RunsHandlerAndEndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Scope(new Wait(Log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels", "handler");
    }

    [Theory, Lanes]
    public void Cancel_WithoutHandler_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new CancellationScope { Body = new Wait(Log, "w") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    public void Cancel_BodyCloses_RunsNoHandler(Lane lane)
    {
        Running running = Runner.Start(Scope(new Wait(Log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("w waits", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    public void Cancel_HandlerWaits_DoesNotReachIt(Lane lane)
    {
        Running running = Runner.Start(new CancellationScope { Body = new Wait(Log, "body"), CancellationHandler = new Wait(Log, "handler") }, lane);
        running.Cancel();
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("handler");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("body waits", "body cancels", "handler waits", "handler resumed ");
    }

    [Theory, Lanes]
    public void Cancel_NestedScopes_RunsInnerHandlerFirst(Lane lane)
    {
        CancellationScope inner = new() { Body = new Wait(Log, "w"), CancellationHandler = new Step(Log, "inner") };
        Running running = Runner.Start(new CancellationScope { Body = inner, CancellationHandler = new Step(Log, "outer") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels", "inner", "outer");
    }

    [Theory, Lanes]
    public void Cancel_ByCompletionCondition_RunsOtherHandlers(Lane lane)
    {
        Parallel root = new() { Branches = { Scope(new Wait(Log, "a")), new Wait(Log, "b"), Scope(new Wait(Log, "c")) }, CompletionCondition = true };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "c waits", "b resumed ", "a cancels", "handler", "c cancels", "handler");
    }

    [Theory, Lanes]
    public void Cancel_ScopeNotStarted_RunsNeitherBodyNorHandler(Lane lane)
    {
        Parallel root = new() { Branches = { new Step(Log, "first"), Scope(new Step(Log, "never")) }, CompletionCondition = true };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("first");
    }

    [Theory, Lanes]
    public void Cancel_BodyNotStarted_RunsHandler(Lane lane)
    {
        // The scope itself has started, but its body ends canceled before it runs.
        Running? running = null;
        CancellationScope root = Scope(new Step(Log, "never"));
        Variable<int> late = new() { Default = new Expr<int>(Log, "default", () => Cancel()) };
        root.Body = new Sequence { Variables = { late }, Activities = { new Step(Log, "never") } };
        running = Runner.Prepare(root, lane);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("default", "handler");

        int Cancel()
        {
            running!.Cancel();
            return 0;
        }
    }

    [Theory, Lanes]
    public void Fault_InBodyCaughtOutside_RunsHandler(Lane lane)
    {
        TryCatch root = new()
        {
            Try = Scope(new Step(Log, "failing", _boom)),
            Catches = { new Catch<InvalidOperationException> { Action = new ActivityAction<InvalidOperationException> { Handler = new Step(Log, "catch") } } }
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "handler", "catch");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void Fault_InBodyHandledAbove_RunsNoHandler(Lane lane)
    {
        RunHandled(Scope(new Step(Log, "failing", _boom)), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.DoesNotContain("handler", Log.Entries);
        Assert.Equal("root < CancellationScope Closed", Log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("5.5")]
    public void Fault_InBodyUnhandled_RunsNoHandler(Lane lane)
    {
        Runner.Run(Scope(new Step(Log, "failing", _boom)), lane).AssertUnhandled(_boom);
        Log.AssertIs("failing");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Fault_InHandler_AbortsWorkflow(Lane lane)
    {
        Running running = Runner.Start(new CancellationScope { Body = new Wait(Log, "w"), CancellationHandler = new Step(Log, "handler", _boom) }, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_CaughtInHandler_EndsCanceled(Lane lane)
    {
        TryCatch handler = new() { Try = new Step(Log, "failing", _boom), Catches = { new Catch<InvalidOperationException>() } };
        Running running = Runner.Start(new CancellationScope { Body = new Wait(Log, "w"), CancellationHandler = handler }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    public void Variables_WrittenByBody_AreVisibleToHandler(Lane lane)
    {
        Variable<int> begun = new("begun");
        CancellationScope root = new()
        {
            Variables = { begun },
            Body = new Sequence { Activities = { new Assign<int> { To = begun, Value = 3 }, new Wait(Log, "w") } },
            CancellationHandler = new Note(Log, context => $"undo {begun.Get(context)}"),
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Equal("undo 3", Log.Entries[^1]);
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_BodyWaits_RunsNoHandler(Lane lane)
    {
        Running running = Runner.Start(Scope(new Wait(Log, "w")), lane);
        running.Abort(_boom);
        Assert.Same(_boom, running.End().Reason);
        Log.AssertIs("w waits", "w aborts");
    }

    private CancellationScope Scope(Activity? body) => new() { Body = body, CancellationHandler = new Step(Log, "handler") };
}
