namespace Workflow.Tracking;

/// <summary>Selects <see cref="FaultPropagationRecord"/>s. If several queries match, the first is used (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class FaultPropagationQuery : TrackingQuery
{
    /// <summary>The display name of the activity that the exception leaves; "*", the default, matches any.</summary>
    public string FaultSourceActivityName { get; set; } = "*";

    /// <summary>
    /// The display name of the activity that may handle the exception; "*", the default, matches any activity, and also an exception that leaves the
    /// workflow.
    /// </summary>
    public string FaultHandlerActivityName { get; set; } = "*";
}
