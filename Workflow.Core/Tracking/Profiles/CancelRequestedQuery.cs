namespace Workflow.Tracking;

/// <summary>Asks for <see cref="CancelRequestedRecord"/>s; of several queries that fit, the first counts (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class CancelRequestedQuery : TrackingQuery
{
    /// <summary>The display name of the activity that asks; "*", the default, means any, and none at all.</summary>
    public string ActivityName { get; set; } = "*";

    /// <summary>The display name of the activity that is asked; "*", the default, means any.</summary>
    public string ChildActivityName { get; set; } = "*";
}
