using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Runs workflows down a chosen lane of the engine. Everything happens on the thread of the call, which returns when the workflow is idle or ended.</summary>
internal static class Runner
{
    /// <summary>Runs a workflow that needs nothing from outside to its end.</summary>
    public static Ended Run(
        Activity workflow, Lane lane, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null) =>
        Start(workflow, lane, inputs, extensions).End();

    /// <summary>Runs a workflow until it is idle for the first time, or ended.</summary>
    public static Running Start(
        Activity workflow, Lane lane, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null)
    {
        Running running = Prepare(workflow, lane, inputs, extensions);
        running.Start();
        return running;
    }

    /// <summary>A workflow that does not run yet, for activities that reach back to their own run.</summary>
    public static Running Prepare(
        Activity workflow, Lane lane, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null)
    {
        Program program = FrozenDefinition.Of(workflow);
        InputRules.Check(program, inputs);
        WorkflowExecutor executor = ExecutorPool.Rent(program);
        Invocation invocation = new(executor, default);
        if (lane is Lane.Passivated or Lane.Reloaded)
        {
            // As an application does: the state is the instance's own.
            executor.Attach(new InstanceState(program) { Host = invocation }, slowLane: false);
            executor.Begin(inputs);
        }
        else
        {
            executor.Begin(inputs, invocation, lane == Lane.Slow);
        }

        invocation.UseExtensions(extensions);
        return new Running(executor, invocation, lane);
    }
}

/// <summary>How a workflow ended.</summary>
/// <param name="Outcome">Completed, aborted, terminated, or terminated by an unhandled exception.</param>
/// <param name="State">The root's state.</param>
/// <param name="Outputs">The root's out and in-out arguments.</param>
/// <param name="Reason">Why it was aborted or terminated; null for a completed one.</param>
internal sealed record Ended(ExecutionOutcome Outcome, ActivityInstanceState State, IReadOnlyDictionary<string, object?> Outputs, Exception? Reason)
{
    public void AssertCompleted(ActivityInstanceState state)
    {
        Assert.Null(Reason);
        Assert.Equal((ExecutionOutcome.Completed, state), (Outcome, State));
    }

    public void AssertUnhandled(Exception reason)
    {
        Assert.Equal(ExecutionOutcome.Unhandled, Outcome);
        Assert.Same(reason, Reason);
    }

    /// <summary>Rule 3.7: the workflow was aborted because an instance failed that was asked to cancel.</summary>
    public void AssertAbortedAround(Exception original)
    {
        Assert.Equal(ExecutionOutcome.Aborted, Outcome);
        Assert.Same(original, Assert.IsType<InvalidOperationException>(Reason).InnerException);
    }
}
