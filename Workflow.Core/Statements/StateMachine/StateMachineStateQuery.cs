using Workflow.Tracking;

namespace Workflow.Statements.Tracking;

/// <summary>Asks for the <see cref="StateMachineStateRecord"/>s.</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class StateMachineStateQuery : CustomTrackingQuery
{
    /// <summary>Creates a query for the states of all state machines.</summary>
    public StateMachineStateQuery() => base.Name = Name;

    /// <summary>The name that all these records have.</summary>
    public new string Name => StateMachineStateRecord.RecordName;
}
