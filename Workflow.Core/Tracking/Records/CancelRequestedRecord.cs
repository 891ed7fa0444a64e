namespace Workflow.Tracking;

/// <summary>Reports that the cancellation of an activity was requested.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class CancelRequestedRecord : TrackingRecord
{
    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activity">The activity that requested the cancellation; null if the host requested the cancellation of the root.</param>
    /// <param name="child">The activity to cancel.</param>
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

    /// <summary>The activity that requested the cancellation; null if the host requested the cancellation of the root.</summary>
    public ActivityInfo? Activity { get; }

    /// <summary>The activity to cancel.</summary>
    public ActivityInfo Child { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new CancelRequestedRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"CancelRequestedRecord {{ {base.ToString()}, Activity {{ {(object?)Activity ?? "<null>"} }}, ChildActivity {{ {Child} }} }}";
}
