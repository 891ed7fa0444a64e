using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Exceptions of expressions that are instances of their own, in arguments, in variable defaults and below a delegate.</summary>
public sealed class ExpressionFaultTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("4.12")]
    [Rule("5.3")]
    public void Default_ThatThrowsAndIsOnlyHandled_MakesTheOwnerFaultToTheSameCallback(Lane lane)
    {
        Probe child = WithDefault(Failing());
        Probe root = Guarding(child);
        root.OnFault = (context, exception, _) =>
        {
            _log.Add(exception is InvalidOperationException && exception != _boom ? "incomplete" : "first");
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["root executes", "failing", "root ! boom from failing", "first"], _log.Entries[..4]);
        Assert.StartsWith("root ! 'child' cannot run", _log.Entries[4], StringComparison.Ordinal);
        Assert.Equal(["incomplete", "root < child Faulted"], _log.Entries[5..]);
    }

    [Theory, Lanes]
    [Rule("4.12")]
    [Rule("5.3")]
    public void Default_ThatThrowsAndWhoseOwnerIsCanceled_EndsTheOwnerCanceled(Lane lane)
    {
        Probe root = Guarding(WithDefault(Failing()));
        root.OnFault = (context, _, from) =>
        {
            Assert.Equal(ActivityInstanceState.Executing, from.State);
            context.CancelChild(from);
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "root ! boom from failing", "root < child Canceled");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    [Rule("5.5")]
    public void Default_ThatThrowsUnhandled_TerminatesAndTheOwnerNeverExecutedSoItsAbortIsNotCalled(Lane lane)
    {
        Ended ended = Runner.Run(WithDefault(Failing()), lane);
        ended.AssertUnhandled(_boom);
        Assert.Equal(ActivityInstanceState.Faulted, ended.State);
        _log.AssertIs("failing");
    }

    [Theory, Lanes]
    [Rule("5.2")]
    [Rule("5.3")]
    public void Argument_ThatThrowsBelowADelegatesHandler_ReachesTheCallbackOnTheDelegate(Lane lane)
    {
        ActivityAction action = new() { Handler = new Probe(_log, "handler") { Input = new InArgument<int>(Failing()) } };
        Probe root = new(_log, "root") { Delegates = { action } };
        root.OnFault = (context, _, from) =>
        {
            context.CancelChild(from);
            context.HandleFault();
        };
        root.Body = context => context.ScheduleAction(action, root.ChildCompleted, root.ChildFaulted);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "root ! boom from failing", "root < handler Canceled");
    }

    /// <summary>What is left of the failed expression, its completion and the next argument, does not keep its owner, which is canceled in its turn.</summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("3.2")]
    [Rule("4.12")]
    public void Argument_ThatFailsLate_LeavesItsOwnerToBeCanceledInTheOrderOfScheduling(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(new WaitFor<int>(_log, "w")) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(new WaitFor<int>(_log, "other")) { EvaluationOrder = 2 },
        };
        Running running = Runner.Start(CaughtAround(new Wait(_log, "a"), new Wait(_log, "b"), child), lane);
        running.Resume("other", 1);
        _log.Clear();
        running.Resume("w", "no number");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        AssertCanceledFirst();
    }

    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("3.2")]
    [Rule("4.12")]
    public void Default_ThatFailsLate_LeavesItsOwnerToBeCanceledInTheOrderOfScheduling(Lane lane)
    {
        Running running = Runner.Start(CaughtAround(new Wait(_log, "a"), new Wait(_log, "b"), WithDefault(new WaitFor<int>(_log, "w"))), lane);
        _log.Clear();
        running.Resume("w", "no number");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        AssertCanceledFirst();
    }

    /// <summary>The next argument and the end of the failed expression are queued when the owner ends, and a second instance of it begins before their turn.</summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("1.7")]
    public void Argument_ThatThrowsBeforeOthers_LeavesNothingForAnotherInstanceOfItsOwner(Lane lane)
    {
        int failures = 0;
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(new Compute<int>(_log, "first", _ => failures++ == 0 ? throw _boom : 1)) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(new Compute<int>(_log, "second", _ => 2)) { EvaluationOrder = 2 },
        };
        Probe root = new(_log, "root", new Step(_log, "step"), child);
        root.Body = context => root.ScheduleGuarded(context, child);
        root.OnFault = (context, _, from) =>
        {
            root.Schedule(context, root.Children[0]);
            context.CancelChild(from);
            context.HandleFault();
        };
        root.OnChild = (context, completed) =>
        {
            if (completed is { Activity: Probe, State: ActivityInstanceState.Canceled })
            {
                root.Schedule(context, child);
            }
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes",
            "first",
            "root ! boom from first",
            "root < child Canceled",
            "first",
            "second",
            "child executes",
            "root < child Closed",
            "step",
            "root < step Closed");
    }

    /// <summary>The same below a shipped activity, whose children's frames are used again, with another activity of the same shape.</summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("1.7")]
    public void Argument_ThatThrowsBeforeOthers_LeavesNothingForAnotherActivityOfTheSameShape(Lane lane)
    {
        Probe WithTwo(string name, Func<int> first) => new(_log, name)
        {
            Input = new InArgument<int>(new Compute<int>(_log, $"first of {name}", _ => first())) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(new Compute<int>(_log, $"second of {name}", _ => 2)) { EvaluationOrder = 2 },
        };
        TryCatch workflow = Caught(new Sequence { Activities = { WithTwo("child", () => throw _boom) } });
        workflow.Finally = WithTwo("finally", () => 1);
        Runner.Run(workflow, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("first of child", "first of finally", "second of finally", "finally executes");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("4.11")]
    public void Argument_ThatThrowsInItsOwnersItem_LeavesItsOwnerToBeCanceledInItsTurn(Lane lane)
    {
        Probe child = new(_log, "child") { Input = new InArgument<int>(new Expr<int>(_log, "failing", () => throw _boom)) };
        Probe root = new(_log, "root", child, new Wait(_log, "a"));
        root.Body = context => root.Children.ForEach(one => root.ScheduleGuarded(context, one));
        root.OnFault = (context, _, from) =>
        {
            context.CancelChild(context.GetChildren()[1]);
            context.CancelChild(from);
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "a waits", "failing", "root ! boom from failing", "root < child Canceled", "a cancels", "root < a Canceled");
    }

    private static TryCatch Caught(Activity body) => new() { Try = body, Catches = { new Catch<Exception>() } };

    private TryCatch CaughtAround(params Activity[] children) => Caught(new Probe(_log, "p", children));

    /// <summary>The child that was scheduled last is the one whose expression failed.</summary>
    private void AssertCanceledFirst() =>
        _log.AssertIs("p cancels", "p < child Canceled", "b cancels", "p < b Canceled", "a cancels", "p < a Canceled");

    private Compute<int> Failing() => new(_log, "failing", _ => throw _boom);

    private Probe WithDefault(Activity<int> value) => new(_log, "child") { Variables = { new Variable<int>("v") { Default = value } } };

    private Probe Guarding(Activity child)
    {
        Probe root = new(_log, "root", child);
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }
}
