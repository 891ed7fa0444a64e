namespace Workflow.Tracking;

/// <summary>Selects <see cref="ActivityScheduledRecord"/>s. If several queries match, the first is used (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class ActivityScheduledQuery : TrackingQuery
{
    /// <summary>The display name of the activity that schedules; "*", the default, matches any activity, and the host.</summary>
    public string ActivityName { get; set; } = "*";

    /// <summary>The display name of the activity that is scheduled; "*", the default, matches any.</summary>
    public string ChildActivityName { get; set; } = "*";
}
