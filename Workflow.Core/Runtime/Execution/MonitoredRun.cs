using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Runtime.Execution;

/// <summary>Runs an episode under monitoring.</summary>
internal static class MonitoredRun
{
    /// <summary>Runs the items of one episode.</summary>
    /// <param name="run">The context of the run.</param>
    /// <param name="queue">The queue of the instance.</param>
    /// <param name="loop">The loop that runs the items.</param>
    /// <param name="first">The root, whose first item is not queued; null if that item has run.</param>
    public static void Of(RunContext run, WorkQueue queue, RunLoop loop, Frame? first)
    {
        InstanceState state = run.State;
        long before = loop.ItemCount;
        Episode episode = Episode.Begin(run.Host, run.Host.InstanceId, run.Program.Root.DisplayName, isFirst: first is not null);
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
        if (state.HasEnded)
        {
            episode.EndInstance(NameOf(state), state.Reason, items);
        }
        else
        {
            episode.End(queue.IsEmpty && run.BlockingTask is null ? Episode.Idle : "paused", items);
        }
    }

    private static string NameOf(InstanceState state) => state.Outcome switch
    {
        ExecutionOutcome.Aborted => "aborted",
        ExecutionOutcome.Completed when state.Root!.CurrentState == ActivityInstanceState.Closed => "closed",
        ExecutionOutcome.Completed when state.Root!.CurrentState == ActivityInstanceState.Canceled => "canceled",
        _ => "faulted",
    };
}
