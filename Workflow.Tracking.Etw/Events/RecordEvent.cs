using System.Diagnostics.Tracing;

namespace Workflow.Tracking.Etw.Events;

/// <summary>An event for records: its id, and the level and keywords by which sessions choose it.</summary>
/// <remarks>A test compares each event with the attribute of its method in <see cref="TrackingEventSource"/>, which must repeat these constants.</remarks>
internal sealed record RecordEvent(int Id, EventLevel Level, EventKeywords Keywords)
{
    public static readonly RecordEvent InstanceRecord = new(EventIds.InstanceRecord, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent InstanceRecordWithId = new(EventIds.InstanceRecordWithId, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent UnhandledException = new(EventIds.UnhandledException, EventLevel.Error, TrackingKeywords.Records);

    public static readonly RecordEvent UnhandledExceptionWithId = new(EventIds.UnhandledExceptionWithId, EventLevel.Error, TrackingKeywords.Records);

    public static readonly RecordEvent Aborted = new(EventIds.Aborted, EventLevel.Warning, TrackingKeywords.Records);

    public static readonly RecordEvent AbortedWithId = new(EventIds.AbortedWithId, EventLevel.Warning, TrackingKeywords.Records);

    public static readonly RecordEvent Terminated = new(EventIds.Terminated, EventLevel.Error, TrackingKeywords.Records);

    public static readonly RecordEvent TerminatedWithId = new(EventIds.TerminatedWithId, EventLevel.Error, TrackingKeywords.Records);

    public static readonly RecordEvent Suspended = new(EventIds.Suspended, EventLevel.Informational, TrackingKeywords.Health);

    public static readonly RecordEvent SuspendedWithId = new(EventIds.SuspendedWithId, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent Updated = new(EventIds.Updated, EventLevel.Informational, TrackingKeywords.Health);

    public static readonly RecordEvent ActivityState = new(EventIds.ActivityState, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent ActivityScheduled = new(EventIds.ActivityScheduled, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent FaultPropagation = new(EventIds.FaultPropagation, EventLevel.Warning, TrackingKeywords.Records);

    public static readonly RecordEvent CancelRequested = new(EventIds.CancelRequested, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent BookmarkResumption = new(EventIds.BookmarkResumption, EventLevel.Informational, TrackingKeywords.Records);

    public static readonly RecordEvent CustomInfo = new(EventIds.CustomInfo, EventLevel.Informational, TrackingKeywords.CustomRecords);

    public static readonly RecordEvent CustomWarning = new(EventIds.CustomWarning, EventLevel.Warning, TrackingKeywords.CustomRecords);

    public static readonly RecordEvent CustomError = new(EventIds.CustomError, EventLevel.Error, TrackingKeywords.CustomRecords);
}
