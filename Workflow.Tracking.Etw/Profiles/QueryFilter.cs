using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>Reduces queries to the levels and keywords that sessions listen to.</summary>
internal static class QueryFilter
{
    private static readonly string[] States =
    [
        .. typeof(WorkflowInstanceStates).GetFields().Select(field => (string)field.GetRawConstantValue()!),
    ];

    /// <summary>
    /// Returns the reduced query; null if nothing remains. The event of a custom record depends on the level of the record, so custom records are requested if
    /// a session listens to any of these events.
    /// </summary>
    public static TrackingQuery? Apply(TrackingQuery query, TrackingProfile profile, EnabledSessions listening) => query switch
    {
        WorkflowInstanceQuery instances => Apply(instances, profile, listening),
        FaultPropagationQuery => listening.HasFlag(EnabledSessions.Warnings) ? query : null,
        CustomTrackingQuery => (listening & EnabledSessions.Custom) != 0 ? query : null,
        _ => listening.HasFlag(EnabledSessions.Information) ? query : null,
    };

    private static WorkflowInstanceQuery? Apply(WorkflowInstanceQuery query, TrackingProfile profile, EnabledSessions listening)
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

    /// <summary>Returns the states that "*" stands for: all states that no instance query of the profile names.</summary>
    private static IEnumerable<string> Others(TrackingProfile profile) =>
        States.Except(profile.Queries.OfType<WorkflowInstanceQuery>().SelectMany(other => other.States), StringComparer.Ordinal);

    private static bool IsHeard(string state, EnabledSessions listening) => listening.HasFlag(state switch
    {
        WorkflowInstanceStates.UnhandledException or WorkflowInstanceStates.Terminated => EnabledSessions.Errors,
        WorkflowInstanceStates.Aborted => EnabledSessions.Warnings,
        WorkflowInstanceStates.Updated or WorkflowInstanceStates.UpdateFailed => EnabledSessions.Suspensions,
        _ => EnabledSessions.Information,
    });
}
