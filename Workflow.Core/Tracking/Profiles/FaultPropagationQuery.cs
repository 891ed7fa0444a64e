namespace Workflow.Tracking;

/// <summary>Asks for <see cref="FaultPropagationRecord"/>s; of several queries that fit, the first counts (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class FaultPropagationQuery : TrackingQuery
{
    /// <summary>The display name of the activity that the exception leaves; "*", the default, means any.</summary>
    public string FaultSourceActivityName { get; set; } = "*";

    /// <summary>The display name of the activity that may handle it; "*", the default, means any, and none at all.</summary>
    public string FaultHandlerActivityName { get; set; } = "*";
}
