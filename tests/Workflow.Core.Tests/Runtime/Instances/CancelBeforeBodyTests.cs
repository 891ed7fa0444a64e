using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Instances;

/// <summary>Tests instances that receive a cancel request before their body has started.</summary>
public sealed class CancelBeforeBodyTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ChildStillQueued_EvaluatesNothing(Lane lane)
    {
        Probe late = new(_log, "late") { Input = new InArgument<int>(_ => Evaluated()) };
        Step first = new(_log, "first");
        Probe parent = new(_log, "p", late, first) { OnChild = (context, _) => context.CancelChildren() };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "first", "p < first Closed", "p < late Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_InSchedulingMethod_EvaluatesNothing(Lane lane)
    {
        Probe child = new(_log, "child") { Input = new InArgument<int>(_ => Evaluated()) };
        Probe parent = new(_log, "p", child);
        parent.Body = context =>
        {
            ActivityInstance instance = parent.Schedule(context, child);
            context.CancelChild(instance);
            _log.Add(instance.State.ToString());
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "Executing", "p < child Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_ArgumentWaits_CancelsExpression(Lane lane)
    {
        Probe child = new(_log, "child") { Input = new InArgument<int>(new WaitFor<int>(_log, "w")) };
        Running running = Runner.Start(new Probe(_log, "p", child), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p < child Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_WaitingArgumentCloses_EndsCanceled(Lane lane)
    {
        Probe child = new(_log, "child") { Input = new InArgument<int>(new WaitFor<int>(_log, "w") { IsDeaf = true }) };
        Running running = Runner.Start(new Probe(_log, "p", child), lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("w", 1));
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p < child Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_TwoArgumentsWait_CancelsBoth(Lane lane)
    {
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(new WaitFor<int>(_log, "w1")) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(new WaitFor<int>(_log, "w2")) { EvaluationOrder = 2 },
        };
        Running running = Runner.Start(new Probe(_log, "p", child), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w1 waits", "w2 waits", "p cancels", "w2 cancels", "w1 cancels", "p < child Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_VariableDefaultWaits_CancelsExpression(Lane lane)
    {
        Probe child = new(_log, "child") { Variables = { new Variable<int>("v") { Default = new WaitFor<int>(_log, "w") } } };
        Running running = Runner.Start(new Probe(_log, "p", child), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p < child Canceled");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_RootArgumentWaits_EndsCanceledWithoutBody(Lane lane)
    {
        Running running = Runner.Start(new Probe(_log, "p") { Input = new InArgument<int>(new WaitFor<int>(_log, "w")) }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("5.1")]
    public void Abort_ArgumentWaits_DoesNotCallAbortOfOwner(Lane lane)
    {
        Probe child = new(_log, "child") { Input = new InArgument<int>(new WaitFor<int>(_log, "w")) };
        Running running = Runner.Start(new Probe(_log, "p", child), lane);
        running.Abort(new InvalidOperationException("stop"));
        _log.AssertIs("p executes", "w waits", "p aborts");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    [Rule("5.1")]
    public void Abort_CanceledBetweenArguments_DoesNotCallAbort(Lane lane)
    {
        Running? running = null;
        WaitFor<int> first = new(_log, "w") { IsDeaf = true, OnStart = _ => running!.Cancel() };
        Probe child = new(_log, "child")
        {
            Input = new InArgument<int>(first) { EvaluationOrder = 1 },
            SecondInput = new InArgument<int>(new Expr<int>(_log, "never", () => 0)) { EvaluationOrder = 2 },
        };
        running = Runner.Prepare(new Probe(_log, "p", child), lane);
        running.Start();
        Assert.True(running.IsIdle);
        running.Abort(new InvalidOperationException("stop"));
        _log.AssertIs("p executes", "w waits", "p cancels", "w cancels", "p aborts");
    }

    private int Evaluated()
    {
        _log.Add("evaluated");
        return 0;
    }
}
