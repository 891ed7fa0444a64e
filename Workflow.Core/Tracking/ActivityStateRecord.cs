using System.Collections.ObjectModel;

namespace Workflow.Tracking;

/// <summary>Says that an activity reached a state.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class ActivityStateRecord : TrackingRecord
{
    private IDictionary<string, object?>? _arguments;
    private IDictionary<string, object?>? _variables;

    /// <summary>Creates a record; the engine makes those of its own.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The place of the record among those of the instance, counted from 0.</param>
    /// <param name="activity">The activity.</param>
    /// <param name="state">One of <see cref="ActivityStates"/>.</param>
    /// <exception cref="ArgumentException">The activity is null, or the state null or empty.</exception>
    public ActivityStateRecord(Guid instanceId, long recordNumber, ActivityInfo activity, string state)
        : base(instanceId, recordNumber)
    {
        ArgumentNullException.ThrowIfNull(activity);
        ArgumentException.ThrowIfNullOrEmpty(state);
        Activity = activity;
        State = state;
    }

    private ActivityStateRecord(ActivityStateRecord record)
        : base(record)
    {
        Activity = record.Activity;
        State = record.State;
        _arguments = CopyOf(record._arguments);
        _variables = CopyOf(record._variables);
        ArgumentValues = record.ArgumentValues;
        VariableValues = record.VariableValues;
    }

    /// <summary>The activity.</summary>
    public ActivityInfo Activity { get; }

    /// <summary>The state it reached, one of <see cref="ActivityStates"/>.</summary>
    public string State { get; }

    /// <summary>
    /// The variables that the query asked for by name, with the values they had when the record was made; without a profile all of the activity's.
    /// Never null, and read-only when empty.
    /// An object among them is the workflow's own: what a receiver keeps for later it must copy.
    /// </summary>
    public IDictionary<string, object?> Variables
    {
        get => (_variables ??= VariableValues?.ToDictionary()) ?? ReadOnlyDictionary<string, object?>.Empty;
        internal set => _variables = value;
    }

    /// <summary>The arguments that the query asked for by name, as <see cref="Variables"/>; out arguments are there only when the activity has ended.</summary>
    public IDictionary<string, object?> Arguments
    {
        get => (_arguments ??= ArgumentValues?.ToDictionary()) ?? ReadOnlyDictionary<string, object?>.Empty;
        internal set => _arguments = value;
    }

    /// <summary>What <see cref="Arguments"/> is made of when somebody looks; null for none.</summary>
    internal TrackedValues? ArgumentValues { get; set; }

    internal TrackedValues? VariableValues { get; set; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new ActivityStateRecord(this);

    private static Dictionary<string, object?>? CopyOf(IDictionary<string, object?>? values) => values is null ? null : new Dictionary<string, object?>(values);
}
