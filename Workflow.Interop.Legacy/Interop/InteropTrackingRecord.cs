extern alias WorkflowCore;
using WorkflowCore::Workflow.Tracking;
using LegacyRecord = Workflow.Interop.Legacy.Runtime.Tracking.TrackingRecord;

namespace Workflow.Tracking;

/// <summary>
/// A record of a WF3 activity that runs in an <c>Interop</c> activity. The data have the qualified name of the activity ('activity') and its status ('status'), the key and the data that it
/// has sent ('key', 'data'), or the exception that it gets ('exception').
/// </summary>
public sealed class InteropTrackingRecord : CustomTrackingRecord
{
    /// <summary>Makes a record.</summary>
    /// <param name="activityDisplayName">The name by which queries select the record: that of the WF3 activity that the Interop activity runs.</param>
    /// <param name="v1TrackingRecord">The record.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public InteropTrackingRecord(string activityDisplayName, LegacyRecord v1TrackingRecord)
        : base(activityDisplayName)
    {
        ArgumentNullException.ThrowIfNull(v1TrackingRecord);
        TrackingRecord = v1TrackingRecord;
    }

    private InteropTrackingRecord(InteropTrackingRecord record)
        : base(record) => TrackingRecord = record.TrackingRecord;

    /// <summary>
    /// The record: an ActivityTrackingRecord, a UserTrackingRecord, or a WorkflowTrackingRecord of an exception. Its numbers are those of the Interop activity. All participants share it.
    /// </summary>
    public LegacyRecord TrackingRecord { get; }

    /// <inheritdoc/>
    protected override WorkflowCore::Workflow.Tracking.TrackingRecord Clone() => new InteropTrackingRecord(this);
}
