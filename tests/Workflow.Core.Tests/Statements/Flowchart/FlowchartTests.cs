using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.3")]
[Rule("19")]
public sealed class FlowchartTests : StatementTests
{
    private readonly InvalidOperationException _boom = new("boom");

    protected override Activity Sample()
    {
        FlowStep last = Then("last");
        FlowDecision decision = new(new Expr<bool>(Log, "decision", () => true)) { True = last, False = Then("never") };
        return Chart(Then("first", new FlowStep { Action = Chart(Then("inner")), Next = decision }));
    }

    [Theory, Lanes]
    public void Steps_Linked_RunInOrder(Lane lane)
    {
        Runner.Run(Chart(Then("a", Then("b", Then("c")))), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "c");
    }

    [Theory, Lanes]
    public void StartNode_NullWithoutNodes_ClosesAtOnce(Lane lane)
    {
        Runner.Run(new Flowchart(), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(new Sequence { Activities = { new Flowchart(), new Step(Log, "after") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("after");
    }

    [Theory, Lanes]
    public void Step_WithoutAction_ContinuesWithNext(Lane lane)
    {
        Runner.Run(Chart(new FlowStep { Next = Then("a", new FlowStep { Next = new FlowStep() }) }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(Chart(new FlowStep()), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a");
    }

    [Theory, Lanes]
    public void Decision_TrueOrFalse_FollowsLink(Lane lane)
    {
        foreach (bool value in (bool[])[true, false])
        {
            Runner.Run(Chart(new FlowDecision(new Expr<bool>(Log, "?", () => value)) { True = Then("yes"), False = Then("no") }), lane)
                .AssertCompleted(ActivityInstanceState.Closed);
            Runner.Run(Chart(new FlowDecision(new Literal<bool>(value)) { True = Then("yes"), False = Then("no") }), lane)
                .AssertCompleted(ActivityInstanceState.Closed);
        }

        Log.AssertIs("?", "yes", "yes", "?", "no", "no");
    }

    [Theory, Lanes]
    public void Decision_WithoutLink_EndsFlowchart(Lane lane)
    {
        Runner.Run(Chart(new FlowDecision(_ => true) { False = Then("never") }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(Chart(new FlowDecision(_ => false) { True = Then("never") }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs();
    }

    [Theory, Lanes]
    public void Decision_InEachForm_ReadsVariable(Lane lane)
    {
        Variable<bool> flag = new("flag", true);
        Expression<Func<ActivityContext, bool>> tree = context => flag.Get(context);
        FlowDecision last = new(new VariableValue<bool>(flag)) { True = Then("three") };
        Flowchart root = Chart(new FlowDecision(context => flag.Get(context)) { True = Then("one", new FlowDecision(tree) { True = Then("two", last) }) });
        root.Variables.Add(flag);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("one", "two", "three");
    }

    [Theory, Lanes]
    [Rule("1.8")]
    public void Decision_Literal_IsChildWithOwnId(Lane lane)
    {
        Runner.Run(
            Chart(
                new FlowDecision(new Literal<bool>(true))
                {
                    True = new FlowStep { Action = new Step(Log, "a", context => Log.Add(context.ActivityInstanceId)) }
                }),
            lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "3");
    }

    [Theory, Lanes]
    public void Decision_Waits_ContinuesWithResult(Lane lane)
    {
        FlowDecision decision = new(new WaitFor<bool>(Log, "answer")) { True = Then("yes"), False = Then("no") };
        Running running = Runner.Start(Chart(Then("first", decision)), lane);
        running.Resume("answer", true);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("first", "answer waits", "yes");
    }

    [Theory, Lanes]
    public void Step_ActionReturnsBool_IgnoresResult(Lane lane)
    {
        FlowStep second = new() { Action = new Expr<bool>(Log, "false", () => false), Next = Then("end") };
        Runner.Run(Chart(new FlowStep { Action = new Expr<bool>(Log, "true", () => true), Next = second }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("true", "false", "end");
    }

    [Theory, Lanes]
    public void Links_Cycle_RepeatsNodes(Lane lane)
    {
        Variable<int> count = new("count");
        FlowStep count1 = new() { Action = new Assign<int> { To = count, Value = new(context => count.Get(context) + 1) } };
        FlowDecision more = new(context => count.Get(context) < 3) { True = count1 };
        count1.Next = new FlowStep { Action = new Note(Log, context => $"{count.Get(context)}"), Next = more };
        Flowchart root = Chart(count1);
        root.Variables.Add(count);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("1", "2", "3", "1", "2", "3");
    }

    [Theory, Lanes]
    public void Links_TwoToOneNode_RunsNodeTwice(Lane lane)
    {
        int visits = 0;
        FlowStep shared = Then("shared");
        shared.Next = new FlowDecision(_ => ++visits < 2) { True = Then("again", shared) };
        Runner.Run(Chart(shared), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("shared", "again", "shared");
    }

    [Theory, Lanes]
    public void Action_OfSeveralNodes_RunsForEachNode(Lane lane)
    {
        Wait shared = new(Log, "shared");
        FlowStep again = new() { Action = shared, Next = Then("last") };
        Running running = Runner.Start(Chart(new FlowStep { Action = shared, Next = Then("between", new FlowStep { Next = again }) }), lane);
        running.Resume("shared", 1);
        running.Resume("shared", 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("shared waits", "shared resumed 1", "between", "shared waits", "shared resumed 2", "last");
    }

    [Theory, Lanes]
    public void Activity_OfSeveralNodeKinds_ContinuesAtItsNode(Lane lane)
    {
        WaitFor<bool> shared = new(Log, "shared");
        FlowDecision decision = new(shared) { False = Then("no") };
        FlowSwitch<bool> choice = new() { Expression = shared, Cases = { [true] = Then("case", decision) } };
        Running running = Runner.Start(Chart(new FlowStep { Action = shared, Next = choice }), lane);
        running.Resume("shared", false);
        running.Resume("shared", true);
        running.Resume("shared", false);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("shared waits", "shared waits", "case", "shared waits", "no");
    }

    [Theory, Lanes]
    public void StartNode_NotInNodes_IsStarted(Lane lane)
    {
        Flowchart root = Chart(Then("start"));
        root.Nodes.Add(Then("never"));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("start");
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Definition_ChangedAfterFirstRun_IsUnchanged(Lane lane)
    {
        FlowStep step = Then("a", Then("b"));
        Flowchart root = Chart(step);
        Runner.Run(root, lane);
        step.Next = null;
        root.StartNode = null;
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b", "a", "b");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_StepWaits_EndsCanceledWithoutNext(Lane lane)
    {
        Running running = Runner.Start(Chart(Waits("w", next: Then("never"))), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_LastStepCloses_EndsClosed(Lane lane) =>
        CancelAtDeafStep(null, lane).AssertCompleted(ActivityInstanceState.Closed);

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_NodeFollows_EndsCanceled(Lane lane)
    {
        CancelAtDeafStep(Then("never"), lane).AssertCompleted(ActivityInstanceState.Canceled);
        CancelAtDeafStep(new FlowDecision(new Expr<bool>(Log, "never", () => true)), lane).AssertCompleted(ActivityInstanceState.Canceled);
        CancelAtDeafStep(new FlowStep(), lane).AssertCompleted(ActivityInstanceState.Canceled);
        CancelAtDeafStep(new FlowStep { Next = new FlowStep { Next = Then("never") } }, lane).AssertCompleted(ActivityInstanceState.Canceled);
        Assert.DoesNotContain("never", Log.Entries);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_DecisionCloses_EndsCanceledIfNodeFollows(Lane lane)
    {
        foreach ((bool answer, ActivityInstanceState expected) in
            ((bool, ActivityInstanceState)[])[(true, ActivityInstanceState.Canceled), (false, ActivityInstanceState.Closed)])
        {
            FlowDecision decision = new(new WaitFor<bool>(Log, "answer") { IsDeaf = true }) { True = Then("never") };
            Running running = Runner.Start(Chart(decision), lane);
            running.Cancel();
            running.Resume("answer", answer);
            running.End().AssertCompleted(expected);
        }
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_RequestedByStep_EndsBeforeNextNode(Lane lane)
    {
        RunWithCancel(cancel => Chart(new FlowStep { Action = new Step(Log, "a", _ => cancel()), Next = Then("never") }), lane)
            .AssertCompleted(ActivityInstanceState.Canceled);
        RunWithCancel(cancel => Chart(new FlowStep { Action = new Step(Log, "b", _ => cancel()) }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InStep_EndsFlowchart(Lane lane)
    {
        Runner.Run(Chart(Then("a", new FlowStep { Action = new Step(Log, "failing", _boom), Next = Then("never") })), lane).AssertUnhandled(_boom);
        Log.AssertIs("a", "failing");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Fault_InDecision_EndsFlowchart(Lane lane)
    {
        Runner.Run(Chart(new FlowDecision(_ => throw _boom) { True = Then("never"), False = Then("never") }), lane).AssertUnhandled(_boom);
        Log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_InStepHandledAbove_ContinuesWithNextNode(Lane lane)
    {
        RunHandled(Chart(new FlowStep { Action = new Step(Log, "failing", _boom), Next = Then("b") }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["failing", "b"], Log.Entries.Where(entry => !entry.StartsWith("root", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("4.13")]
    public void Fault_InDecisionHandledAbove_CountsAsFalse(Lane lane)
    {
        FlowDecision decision = new(new Expr<bool>(Log, "failing", () => throw _boom)) { True = Then("never"), False = Then("no") };
        RunHandled(Chart(decision), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["failing", "no"], Log.Entries.Where(entry => !entry.StartsWith("root", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_CaughtInsideStep_Continues(Lane lane)
    {
        TryCatch guarded = new() { Try = new Step(Log, "failing", _boom), Catches = { new Catch<InvalidOperationException>() } };
        Runner.Run(Chart(new FlowStep { Action = guarded, Next = Then("b") }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("failing", "b");
    }

    [Theory, Lanes]
    public void Flowcharts_InParallel_WaitIndependently(Lane lane)
    {
        Parallel root = new() { Branches = { Chart(Waits("a", Then("a2"))), Chart(Waits("b", Then("b2"))) } };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "b resumed ", "b2", "a resumed ", "a2");
    }

    [Theory, Lanes]
    public void Flowchart_ManySteps_RunsAllWithoutRecursion(Lane lane)
    {
        const int Steps = 20_000;
        int ran = 0;
        FlowStep? next = null;
        for (int i = 0; i < Steps; i++)
        {
            next = new FlowStep { Action = new Count(() => ran++), Next = next };
        }

        Runner.Run(Chart(next!), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(Steps, ran);
    }

    private Ended CancelAtDeafStep(FlowNode? next, Lane lane)
    {
        Running running = Runner.Start(Chart(new FlowStep { Action = new Wait(Log, "deaf") { IsDeaf = true }, Next = next }), lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("deaf");
        return running.End();
    }

    private static Flowchart Chart(FlowNode start) => new() { StartNode = start };

    private FlowStep Then(string name, FlowNode? next = null) => new() { Action = new Step(Log, name), Next = next };

    private FlowStep Waits(string name, FlowNode next) => new() { Action = new Wait(Log, name), Next = next };

    private sealed class Count(Action counted) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => counted();
    }
}
