namespace Workflow.Tracking.Etw.Events;

/// <summary>The ids of the events. Consumers filter by id, so an id is never used for another event.</summary>
internal static class EventIds
{
    public const int Heartbeat = 1;
    public const int InstanceRecord = 100;
    public const int UnhandledException = 101;
    public const int Aborted = 102;
    public const int ActivityState = 103;
    public const int ActivityScheduled = 104;
    public const int FaultPropagation = 105;
    public const int CancelRequested = 106;
    public const int BookmarkResumption = 107;
    public const int CustomInfo = 108;
    public const int CustomWarning = 110;
    public const int CustomError = 111;
    public const int Suspended = 112;
    public const int Terminated = 113;
    public const int InstanceRecordWithId = 114;
    public const int AbortedWithId = 115;
    public const int SuspendedWithId = 116;
    public const int TerminatedWithId = 117;
    public const int UnhandledExceptionWithId = 118;
    public const int Updated = 119;
    public const int ProfileNotFound = 3508;
    public const int ProfileFileRefused = 3509;
    public const int RecordDropped = 39456;
    public const int RecordTruncated = 39458;
    public const int ValueNotSerializable = 39460;
}
