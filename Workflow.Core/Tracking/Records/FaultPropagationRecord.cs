using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>Reports that an exception propagates from an activity to an ancestor; has the level <see cref="EventLevel.Warning"/>.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public sealed class FaultPropagationRecord : TrackingRecord
{
    /// <summary>Creates a record. The engine creates its own records itself.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    /// <param name="faultSource">The activity that the exception leaves.</param>
    /// <param name="faultHandler">The activity that may handle the exception; null when it leaves the workflow.</param>
    /// <param name="isFaultSource">True if the source threw the exception.</param>
    /// <param name="fault">The exception.</param>
    /// <exception cref="ArgumentNullException">The source or the exception is null.</exception>
    public FaultPropagationRecord(Guid instanceId, long recordNumber, ActivityInfo faultSource, ActivityInfo? faultHandler, bool isFaultSource, Exception fault)
        : base(instanceId, recordNumber)
    {
        ArgumentNullException.ThrowIfNull(faultSource);
        ArgumentNullException.ThrowIfNull(fault);
        FaultSource = faultSource;
        FaultHandler = faultHandler;
        IsFaultSource = isFaultSource;
        Fault = fault;
        Level = EventLevel.Warning;
    }

    private FaultPropagationRecord(FaultPropagationRecord record)
        : base(record)
    {
        FaultSource = record.FaultSource;
        FaultHandler = record.FaultHandler;
        IsFaultSource = record.IsFaultSource;
        Fault = record.Fault;
    }

    /// <summary>The activity that the exception leaves.</summary>
    public ActivityInfo FaultSource { get; }

    /// <summary>The activity that may handle the exception; null when it leaves the workflow.</summary>
    public ActivityInfo? FaultHandler { get; }

    /// <summary>True if <see cref="FaultSource"/> threw the exception.</summary>
    public bool IsFaultSource { get; }

    /// <summary>The exception.</summary>
    public Exception Fault { get; }

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new FaultPropagationRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"FaultPropagationRecord {{ {base.ToString()}, FaultSource {{ {FaultSource} }}, FaultHandler {{ {(object?)FaultHandler ?? "<null>"} }}, IsFaultSource = {IsFaultSource} }}";
}
