using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Core.Tests.TestKit;

/// <summary>
/// Runs workflows in the given lane of the engine. Everything runs on the thread of the caller. A call returns when the workflow is idle or has ended.
/// </summary>
internal static class Runner
{
    /// <summary>Runs a workflow that needs no outside events to its end.</summary>
    public static Ended Run(
        Activity workflow, Lane lane, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null) =>
        Start(workflow, lane, inputs, extensions).End();

    /// <summary>Runs a workflow until it is idle for the first time, or has ended.</summary>
    public static Running Start(
        Activity workflow, Lane lane, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null)
    {
        Running running = Prepare(workflow, lane, inputs, extensions);
        running.Start();
        return running;
    }

    /// <summary>Creates a run without starting it, for activities that refer to their own run.</summary>
    public static Running Prepare(
        Activity workflow, Lane lane, IDictionary<string, object?>? inputs = null, WorkflowInstanceExtensionManager? extensions = null)
    {
        Program program = FrozenDefinition.Of(workflow);
        InputRules.Check(program, inputs);
        WorkflowExecutor executor = ExecutorPool.Rent(program);
        Invocation invocation = new(executor, default);
        if (lane is Lane.Passivated or Lane.Reloaded)
        {
            // As in an application, the instance owns its state.
            executor.Attach(new InstanceState(program) { Host = invocation });
            executor.Begin(inputs);
        }
        else
        {
            executor.Begin(inputs, invocation);
            QueueOnly.Apply(executor, lane);
        }

        invocation.UseExtensions(extensions);
        return new Running(executor, invocation, lane);
    }
}

/// <summary>The outcome of a workflow.</summary>
/// <param name="Outcome">Completed, aborted, terminated, or terminated by an unhandled exception.</param>
/// <param name="State">The state of the root.</param>
/// <param name="Outputs">The out and in-out arguments of the root.</param>
/// <param name="Reason">The exception with which the workflow was aborted or terminated; null if it completed.</param>
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

    /// <summary>Asserts that the workflow was aborted because an instance with a cancel request failed (rule 3.7).</summary>
    public void AssertAbortedAround(Exception original)
    {
        Assert.Equal(ExecutionOutcome.Aborted, Outcome);
        Assert.Same(original, Assert.IsType<InvalidOperationException>(Reason).InnerException);
    }
}
