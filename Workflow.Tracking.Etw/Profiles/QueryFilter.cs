using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>What is left of a query when sessions do not listen to all levels and keywords.</summary>
internal static class QueryFilter
{
    private static readonly string[] States =
    [
        .. typeof(WorkflowInstanceStates).GetFields().Select(field => (string)field.GetRawConstantValue()!),
    ];

    /// <summary>Null when nothing is left. Of custom records only the level of each says which event it becomes: they are asked for if any is listened to.</summary>
    public static TrackingQuery? Apply(TrackingQuery query, TrackingProfile profile, Listening listening) => query switch
    {
        WorkflowInstanceQuery instances => Apply(instances, profile, listening),
        FaultPropagationQuery => listening.HasFlag(Listening.Warnings) ? query : null,
        CustomTrackingQuery => (listening & Listening.Custom) != 0 ? query : null,
        _ => listening.HasFlag(Listening.Information) ? query : null,
    };

    private static WorkflowInstanceQuery? Apply(WorkflowInstanceQuery query, TrackingProfile profile, Listening listening)
    {
        WorkflowInstanceQuery kept = new();
        foreach (string state in query.States.SelectMany(state => state == "*" ? Others(profile) : [state]).Where(state => IsHeard(state, listening)))
        {
            kept.States.Add(state);
        }

        foreach ((string key, string text) in query.QueryAnnotations)
        {
            kept.QueryAnnotations.Add(key, text);
        }

        return kept.States.Count == 0 ? null : kept;
    }

    /// <summary>A state that some query of the profile names is not what "*" means in another.</summary>
    private static IEnumerable<string> Others(TrackingProfile profile) =>
        States.Except(profile.Queries.OfType<WorkflowInstanceQuery>().SelectMany(other => other.States), StringComparer.Ordinal);

    private static bool IsHeard(string state, Listening listening) => listening.HasFlag(state switch
    {
        WorkflowInstanceStates.UnhandledException or WorkflowInstanceStates.Terminated => Listening.Errors,
        WorkflowInstanceStates.Aborted => Listening.Warnings,
        WorkflowInstanceStates.Updated or WorkflowInstanceStates.UpdateFailed => Listening.Suspensions,
        _ => Listening.Information,
    });
}
