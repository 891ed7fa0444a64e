using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Tests exceptions of expressions that have their own instances: in arguments, in variable defaults and below a delegate.</summary>
public sealed class ExpressionFaultTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("4.12")]
    [Rule("5.3")]
    public void Default_ThrowsAndHandled_OwnerFaultsToSameCallback(Lane lane)
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
    public void Default_ThrowsAndOwnerCanceled_EndsOwnerCanceled(Lane lane)
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
    public void Default_ThrowsUnhandled_TerminatesWithoutOwnerAbort(Lane lane)
    {
        Ended ended = Runner.Run(WithDefault(Failing()), lane);
        ended.AssertUnhandled(_boom);
        Assert.Equal(ActivityInstanceState.Faulted, ended.State);
        _log.AssertIs("failing");
    }

    [Theory, Lanes]
    [Rule("5.2")]
    [Rule("5.3")]
    public void Argument_ThrowsBelowHandler_ReachesDelegateCallback(Lane lane)
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

    /// <summary>
    /// Queued items of the failed expression (its completion and the next argument) do not delay the owner. The owner is canceled in the order of its siblings.
    /// </summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("3.2")]
    [Rule("4.12")]
    public void Argument_FailsLate_OwnerCanceledInSchedulingOrder(Lane lane)
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
    public void Default_FailsLate_OwnerCanceledInSchedulingOrder(Lane lane)
    {
        Running running = Runner.Start(CaughtAround(new Wait(_log, "a"), new Wait(_log, "b"), WithDefault(new WaitFor<int>(_log, "w"))), lane);
        _log.Clear();
        running.Resume("w", "no number");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        AssertCanceledFirst();
    }

    /// <summary>
    /// The next argument and the completion of the failed expression are still queued when the owner ends, and a second instance of the owner starts before
    /// these items run.
    /// </summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("1.7")]
    public void Argument_ThrowsBeforeOthers_NextInstanceIsUnaffected(Lane lane)
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

    /// <summary>The same below a shipped activity, which reuses the frames of its children, with another activity of the same shape.</summary>
    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("1.7")]
    public void Argument_ThrowsBeforeOthers_SameShapeActivityIsUnaffected(Lane lane)
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
    public void Argument_ThrowsInOwnersItem_OwnerCanceledInOrder(Lane lane)
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

    /// <summary>Checks that the owner of the failed expression, which was scheduled last, is canceled first.</summary>
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
