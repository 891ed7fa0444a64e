using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Persistence;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Perf.Legacy;

/// <summary>Creates loops that run workflows of WF3 on the thread of the caller.</summary>
internal static class LegacyRuns
{
    /// <summary>
    /// Returns a loop that creates, starts and runs an instance to its end in the runtime for WF3. Verifies once that the expected number of leaves runs.
    /// </summary>
    public static Action<int> InRuntime(Type tree, int leaves, bool isPersistent = false)
    {
        (WorkflowRuntime runtime, ManualWorkflowSchedulerService scheduler) = NewRuntime(isPersistent);
        Action<int> run = repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                WorkflowInstance instance = runtime.CreateWorkflow(tree);
                instance.Start();
                scheduler.RunWorkflow(instance.InstanceId);
            }
        };
        int completed = 0;
        runtime.WorkflowCompleted += (_, _) => completed++;
        Prove(run, leaves, () => completed);
        return run;
    }

    /// <summary>Returns the same loop, but the instance runs inside a new workflow, through the Interop activity.</summary>
    public static Action<int> ThroughInterop(Type tree, int leaves)
    {
        Activity workflow = new NewInterop { ActivityType = tree };
        Action<int> run = Workloads.Repeat.Invoke(workflow);
        Prove(run, leaves, static () => 1);
        return run;
    }

    /// <summary>Creates instances that wait. Returns the runtime that contains them.</summary>
    public static object Waiting(int count)
    {
        (WorkflowRuntime runtime, ManualWorkflowSchedulerService scheduler) = NewRuntime(isPersistent: false);
        for (int i = 0; i < count; i++)
        {
            WorkflowInstance instance = runtime.CreateWorkflow(typeof(WaitingTree));
            instance.Start();
            scheduler.RunWorkflow(instance.InstanceId);
        }

        return runtime;
    }

    private static (WorkflowRuntime Runtime, ManualWorkflowSchedulerService Scheduler) NewRuntime(bool isPersistent)
    {
        WorkflowRuntime runtime = new();
        ManualWorkflowSchedulerService scheduler = new();
        runtime.AddService(scheduler);
        if (isPersistent)
        {
            runtime.AddService(new StoreWorkflowPersistenceService(new InMemoryInstanceStore()));
        }

        runtime.StartRuntime();
        return (runtime, scheduler);
    }

    /// <summary>Verifies the work of the workload, because a figure for work that was not done would be misleading.</summary>
    private static void Prove(Action<int> run, int leaves, Func<int> completed)
    {
        LegacyTree.Leaves = 0;
        run(1);
        if (LegacyTree.Leaves != leaves || completed() != 1)
        {
            throw new InvalidOperationException(
                $"The workload ran {LegacyTree.Leaves} of its activities where its row says {leaves}, and {completed()} instances completed.");
        }
    }
}
