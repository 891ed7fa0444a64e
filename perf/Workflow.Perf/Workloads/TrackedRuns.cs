using Workflow.Perf.Activities;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Perf.Workloads;

/// <summary>Creates the workloads on which tracking is measured. If the participant is null, nothing is tracked.</summary>
internal static class TrackedRuns
{
    public static Action<int> FiveActivities(TrackingParticipant? participant)
    {
        WorkflowInvoker invoker = new(Sequences.Of(5));
        if (participant is not null)
        {
            invoker.Extensions.Add(participant);
        }

        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                invoker.Invoke();
            }
        };
    }

    /// <summary>Returns a loop over the published workload, with bookmarks for messages.</summary>
    public static Action<int> TwoMessages(TrackingParticipant? participant) => TwoMessages(participant, new InMemoryInstanceStore());

    /// <summary>Returns the same loop for any store.</summary>
    public static Action<int> TwoMessages(TrackingParticipant? participant, InstanceStore store)
    {
        Sequence workflow = new() { Activities = { new Approval(), new Empty(), new Persist(), new Approval() } };
        WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any).GetAwaiter().GetResult();
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                WorkflowApplication application = new(workflow) { InstanceStore = store };
                if (participant is not null)
                {
                    application.Extensions.Add(participant);
                }

                Applications.Finish(application, decisions: 2);
            }
        };
    }
}
