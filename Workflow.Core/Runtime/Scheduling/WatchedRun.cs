using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Tracking;

namespace Workflow.Runtime.Scheduling;

/// <summary>An episode that monitoring watches.</summary>
internal static class WatchedRun
{
    /// <summary>Runs the items of one episode.</summary>
    /// <param name="execution">Whose.</param>
    /// <param name="first">The root, whose first item is not queued; null: it has run.</param>
    public static void Of(WorkflowExecution execution, Frame? first)
    {
        RunLoop loop = execution.Loop;
        long before = loop.ItemCount;
        Episode episode = Episode.Begin(execution.Host, execution.WorkflowInstanceId, execution.Program.Root.DisplayName, isFirst: first is not null);
        try
        {
            loop.RunItems(first);
        }
        catch
        {
            episode.GiveUp();
            throw;
        }

        long items = loop.ItemCount - before;
        if (execution.HasEnded)
        {
            episode.EndInstance(StateOf(execution), execution.Reason, items);
        }
        else
        {
            episode.End(loop.IsEmpty && execution.Standstill is null ? Episode.Idle : "paused", items);
        }
    }

    private static string StateOf(WorkflowExecution execution) => execution.Outcome switch
    {
        ExecutionOutcome.Aborted => "aborted",
        ExecutionOutcome.Completed when execution.Root!.CurrentState == ActivityInstanceState.Closed => "closed",
        ExecutionOutcome.Completed when execution.Root!.CurrentState == ActivityInstanceState.Canceled => "canceled",
        _ => "faulted",
    };
}
