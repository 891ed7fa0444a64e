using System.Collections.ObjectModel;

namespace Workflow.Tracking;

/// <summary>Reports that an activity reached a state.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class ActivityStateRecord : TrackingRecord
{
    /// <summary>The arguments: null for none; <see cref="TrackedValues"/> before the first use, then a dictionary.</summary>
    private object? _arguments;
    private object? _variables;

    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
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
    }

    /// <summary>The activity.</summary>
    public ActivityInfo Activity { get; }

    /// <summary>The state of the activity, one of <see cref="ActivityStates"/>.</summary>
    public string State { get; }

    /// <summary>
    /// The variables that the query names, with their values at the time of the record; without a profile, all variables of the activity. Never null, and
    /// read-only when empty. Objects among the values belong to the workflow; a receiver that keeps them must copy them.
    /// </summary>
    public IDictionary<string, object?> Variables
    {
        get => DictionaryOf(ref _variables);
        internal set => _variables = value;
    }

    /// <summary>The arguments that the query names, as <see cref="Variables"/>. Out arguments are included only when the activity has ended.</summary>
    public IDictionary<string, object?> Arguments
    {
        get => DictionaryOf(ref _arguments);
        internal set => _arguments = value;
    }

    /// <summary>Sets the values from which <see cref="Arguments"/> and <see cref="Variables"/> are created on first use; null for none.</summary>
    internal void Hold(TrackedValues? arguments, TrackedValues? variables)
    {
        _arguments = arguments;
        _variables = variables;
    }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new ActivityStateRecord(this);

    /// <inheritdoc/>
    public override string ToString() => $"ActivityStateRecord {{ {base.ToString()}, Activity {{ {Activity} }}, State = {State} }}";

    private static IDictionary<string, object?> DictionaryOf(ref object? values)
    {
        if (values is TrackedValues tracked)
        {
            values = tracked.ToDictionary();
        }

        return (IDictionary<string, object?>?)values ?? ReadOnlyDictionary<string, object?>.Empty;
    }

    /// <summary>Copies the values for a clone. Values that are not a dictionary yet are shared, because they do not change.</summary>
    private static object? CopyOf(object? values) => values is IDictionary<string, object?> seen ? new Dictionary<string, object?>(seen) : values;
}
