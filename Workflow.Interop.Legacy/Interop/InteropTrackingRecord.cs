extern alias WorkflowCore;
using WorkflowCore::Workflow.Tracking;
using LegacyRecord = Workflow.Interop.Legacy.Runtime.Tracking.TrackingRecord;

namespace Workflow.Tracking;

/// <summary>
/// A tracking record of a WF3 activity that runs in an <c>Interop</c> activity. The data contains the qualified name of the WF3 activity ('activity'), and one
/// of the following: the status of the activity ('status'), the key and the data that the activity tracks ('key', 'data'), or the exception that the activity
/// receives ('exception').
/// </summary>
public sealed class InteropTrackingRecord : CustomTrackingRecord
{
    /// <summary>Creates a record.</summary>
    /// <param name="activityDisplayName">The name by which queries select the record: the name of the WF3 activity that the Interop activity runs.</param>
    /// <param name="v1TrackingRecord">The WF3 record.</param>
    /// <exception cref="ArgumentException">The display name is null or empty.</exception>
    public InteropTrackingRecord(string activityDisplayName, LegacyRecord v1TrackingRecord)
        : base(activityDisplayName)
    {
        ArgumentNullException.ThrowIfNull(v1TrackingRecord);
        TrackingRecord = v1TrackingRecord;
    }

    private InteropTrackingRecord(InteropTrackingRecord record)
        : base(record) => TrackingRecord = record.TrackingRecord;

    /// <summary>
    /// The WF3 record: an ActivityTrackingRecord, a UserTrackingRecord, or a WorkflowTrackingRecord of an exception. The records of one run of an Interop
    /// activity are numbered consecutively. All participants share the object.
    /// </summary>
    public LegacyRecord TrackingRecord { get; }

    /// <inheritdoc/>
    protected override WorkflowCore::Workflow.Tracking.TrackingRecord Clone() => new InteropTrackingRecord(this);
}
