namespace Workflow.Tracking;

/// <summary>Reports that an activity scheduled a child, or the host scheduled the root.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class ActivityScheduledRecord : TrackingRecord
{
    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="activity">The activity that scheduled the child; null for the root of the workflow.</param>
    /// <param name="child">The activity that was scheduled.</param>
    /// <exception cref="ArgumentNullException">The child is null.</exception>
    public ActivityScheduledRecord(Guid instanceId, long recordNumber, ActivityInfo? activity, ActivityInfo child)
        : base(instanceId, recordNumber)
    {
        ArgumentNullException.ThrowIfNull(child);
        Activity = activity;
        Child = child;
    }

    private ActivityScheduledRecord(ActivityScheduledRecord record)
        : base(record)
    {
        Activity = record.Activity;
        Child = record.Child;
    }

    /// <summary>The activity that scheduled the child; null for the root of the workflow.</summary>
    public ActivityInfo? Activity { get; }

    /// <summary>The activity that was scheduled.</summary>
    public ActivityInfo Child { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new ActivityScheduledRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"ActivityScheduledRecord {{ {base.ToString()}, Activity {{ {(object?)Activity ?? "<null>"} }}, ChildActivity {{ {Child} }} }}";
}
