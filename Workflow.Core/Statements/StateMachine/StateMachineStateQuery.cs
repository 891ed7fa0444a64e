using Workflow.Tracking;

namespace Workflow.Statements.Tracking;

/// <summary>Selects <see cref="StateMachineStateRecord"/>s.</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class StateMachineStateQuery : CustomTrackingQuery
{
    /// <summary>Creates a query for the states of all state machines.</summary>
    public StateMachineStateQuery() => base.Name = Name;

    /// <summary>The name of all these records.</summary>
    public new string Name => StateMachineStateRecord.RecordName;
}
