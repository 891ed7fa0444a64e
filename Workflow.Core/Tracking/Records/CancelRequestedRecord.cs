namespace Workflow.Tracking;

/// <summary>Says that an activity was asked to cancel.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class CancelRequestedRecord : TrackingRecord
{
    /// <summary>Creates a record; the engine makes those of its own.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The place of the record among those of the instance, counted from 0.</param>
    /// <param name="activity">The activity that asked; null when the host asked the root of the workflow.</param>
    /// <param name="child">The activity that was asked.</param>
    /// <exception cref="ArgumentNullException">The child is null.</exception>
    public CancelRequestedRecord(Guid instanceId, long recordNumber, ActivityInfo? activity, ActivityInfo child)
        : base(instanceId, recordNumber)
    {
        ArgumentNullException.ThrowIfNull(child);
        Activity = activity;
        Child = child;
    }

    private CancelRequestedRecord(CancelRequestedRecord record)
        : base(record)
    {
        Activity = record.Activity;
        Child = record.Child;
    }

    /// <summary>The activity that asked; null when the host asked the root of the workflow.</summary>
    public ActivityInfo? Activity { get; }

    /// <summary>The activity that was asked.</summary>
    public ActivityInfo Child { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new CancelRequestedRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"CancelRequestedRecord {{ {base.ToString()}, Activity {{ {(object?)Activity ?? "<null>"} }}, ChildActivity {{ {Child} }} }}";
}
