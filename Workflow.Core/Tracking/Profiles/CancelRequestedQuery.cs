namespace Workflow.Tracking;

/// <summary>Selects <see cref="CancelRequestedRecord"/>s. If several queries match, the first is used (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class CancelRequestedQuery : TrackingQuery
{
    /// <summary>The display name of the activity that requests the cancellation; "*", the default, matches any activity, and the host.</summary>
    public string ActivityName { get; set; } = "*";

    /// <summary>The display name of the activity to cancel; "*", the default, matches any.</summary>
    public string ChildActivityName { get; set; } = "*";
}
