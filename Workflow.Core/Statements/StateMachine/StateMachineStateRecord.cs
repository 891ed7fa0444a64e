using Workflow.Tracking;

namespace Workflow.Statements.Tracking;

/// <summary>Reports that a <see cref="StateMachine"/> enters a state. The record is created before the entry of the state runs (rule 15.8).</summary>
public sealed class StateMachineStateRecord : CustomTrackingRecord
{
    internal const string RecordName = "Workflow.Statements.StateMachine";

    private const string MachineKey = "stateMachine";
    private const string StateKey = "currentstate";

    /// <summary>Creates a record. The state machine sets the names.</summary>
    public StateMachineStateRecord()
        : base(RecordName)
    {
    }

    private StateMachineStateRecord(StateMachineStateRecord record)
        : base(record)
    {
    }

    /// <summary>The display name of the state machine; null if it is not set.</summary>
    public string? StateMachineName
    {
        get => Read(MachineKey);
        internal set => Data[MachineKey] = value;
    }

    /// <summary>The display name of the state; null if it is not set.</summary>
    public string? StateName
    {
        get => Read(StateKey);
        internal set => Data[StateKey] = value;
    }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new StateMachineStateRecord(this);

    private string? Read(string key) => Data.TryGetValue(key, out object? value) ? value as string : null;
}
