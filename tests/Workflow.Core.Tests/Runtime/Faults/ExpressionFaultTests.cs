using Workflow.Core.Tests.TestKit;

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

    private Compute<int> Failing() => new(_log, "failing", _ => throw _boom);

    private Probe WithDefault(Activity<int> value) => new(_log, "child") { Variables = { new Variable<int>("v") { Default = value } } };

    private Probe Guarding(Activity child)
    {
        Probe root = new(_log, "root", child);
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }
}
