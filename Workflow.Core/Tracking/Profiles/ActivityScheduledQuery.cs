namespace Workflow.Tracking;

/// <summary>Asks for <see cref="ActivityScheduledRecord"/>s; of several queries that fit, the first counts (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class ActivityScheduledQuery : TrackingQuery
{
    /// <summary>The display name of the activity that schedules; "*", the default, means any, and none at all.</summary>
    public string ActivityName { get; set; } = "*";

    /// <summary>The display name of the activity that is scheduled; "*", the default, means any.</summary>
    public string ChildActivityName { get; set; } = "*";
}
