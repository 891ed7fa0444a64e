using System.Diagnostics.Tracing;

namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// The event provider, with one method for each event. Consumers in other processes depend on the ids, names, levels, keywords and the order of the values; a
/// test compares them with a reviewed text. The names of the parameters are the names of the values in the events.
/// </summary>
/// <remarks>
/// The methods for records are empty: EventSource reads only their declarations, and <see cref="TrackingSource.SendRecord"/> writes the events, so that each
/// record lists its values once.
/// </remarks>
[EventSource(Name = ProviderName)]
internal sealed class TrackingEventSource : TrackingSource
{
    public const string ProviderName = "Workflow-Tracking";

    public static readonly TrackingEventSource Log = new();

    private TrackingEventSource()
    {
    }

    /// <summary>Writes the heartbeat. Its level is 0, which all sessions receive.</summary>
    [Event(
        EventIds.Heartbeat, Level = EventLevel.LogAlways, Keywords = TrackingKeywords.CustomRecords,
        Message = "Heartbeat {0}: {1} tracking records written.")]
    public override void Heartbeat(long SequenceNumber, long RecordsWritten)
    {
        if (IsEnabled())
        {
            Send(EventIds.Heartbeat, [SequenceNumber, RecordsWritten]);
        }
    }

    [Event(
        EventIds.InstanceRecord, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}: {4} (record {1}).")]
    public void WorkflowInstanceRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string State, string Annotations, string ProfileName,
        string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.UnhandledException, Level = EventLevel.Error, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}: an exception that {4} threw left the workflow (record {1}): {8}")]
    public void WorkflowInstanceUnhandledExceptionRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string SourceName, string SourceId, string SourceInstanceId,
        string SourceTypeName, string Exception, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.Aborted, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3} was aborted (record {1}): {4}")]
    public void WorkflowInstanceAbortedRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string Reason, string Annotations, string ProfileName,
        string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.ActivityState, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0}: activity {4} is {3} (record {1}).")]
    public void ActivityStateRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string State, string Name, string ActivityId, string ActivityInstanceId,
        string ActivityTypeName, string Arguments, string Variables, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.ActivityScheduled, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0}: {3} scheduled {7} (record {1}).")]
    public void ActivityScheduledRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityName, string ActivityId, string ActivityInstanceId, string ActivityTypeName,
        string ChildName, string ChildId, string ChildInstanceId, string ChildTypeName, string Annotations, string ProfileName, string HostReference,
        string AppDomain)
    {
    }

    [Event(
        EventIds.FaultPropagation, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0}: an exception leaves {3} for {7} (record {1}): {11}")]
    public void FaultPropagationRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string FaultSourceName, string FaultSourceId, string FaultSourceInstanceId,
        string FaultSourceTypeName, string FaultHandlerName, string FaultHandlerId, string FaultHandlerInstanceId, string FaultHandlerTypeName, string Fault,
        bool IsFaultSource, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.CancelRequested, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0}: {3} requested the cancellation of {7} (record {1}).")]
    public void CancelRequestedRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityName, string ActivityId, string ActivityInstanceId, string ActivityTypeName,
        string ChildName, string ChildId, string ChildInstanceId, string ChildTypeName, string Annotations, string ProfileName, string HostReference,
        string AppDomain)
    {
    }

    [Event(
        EventIds.BookmarkResumption, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0}: bookmark {3} of {5} was resumed (record {1}).")]
    public void BookmarkResumptionRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string Name, Guid SubInstanceID, string OwnerName, string OwnerId, string OwnerInstanceId,
        string OwnerTypeName, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.CustomInfo, Level = EventLevel.Informational, Keywords = TrackingKeywords.CustomRecords,
        Message = "Workflow instance {0}: {4} reports {3} (record {1}).")]
    public void CustomTrackingRecordInfo(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string Name, string ActivityName, string ActivityId, string ActivityInstanceId,
        string ActivityTypeName, string Data, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.CustomWarning, Level = EventLevel.Warning, Keywords = TrackingKeywords.CustomRecords,
        Message = "Workflow instance {0}: {4} reports {3} (record {1}).")]
    public void CustomTrackingRecordWarning(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string Name, string ActivityName, string ActivityId, string ActivityInstanceId,
        string ActivityTypeName, string Data, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.CustomError, Level = EventLevel.Error, Keywords = TrackingKeywords.CustomRecords,
        Message = "Workflow instance {0}: {4} reports {3} (record {1}).")]
    public void CustomTrackingRecordError(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string Name, string ActivityName, string ActivityId, string ActivityInstanceId,
        string ActivityTypeName, string Data, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.Suspended, Level = EventLevel.Informational, Keywords = TrackingKeywords.Health,
        Message = "Workflow instance {0} of {3} was suspended (record {1}): {4}")]
    public void WorkflowInstanceSuspendedRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string Reason, string Annotations, string ProfileName,
        string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.Terminated, Level = EventLevel.Error, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3} was terminated (record {1}): {4}")]
    public void WorkflowInstanceTerminatedRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string Reason, string Annotations, string ProfileName,
        string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.InstanceRecordWithId, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}, {4}: {5} (record {1}).")]
    public void WorkflowInstanceRecordWithId(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string WorkflowDefinitionIdentity, string State,
        string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.AbortedWithId, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}, {4}, was aborted (record {1}): {5}")]
    public void WorkflowInstanceAbortedRecordWithId(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string WorkflowDefinitionIdentity, string Reason,
        string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.SuspendedWithId, Level = EventLevel.Informational, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}, {4}, was suspended (record {1}): {5}")]
    public void WorkflowInstanceSuspendedRecordWithId(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string WorkflowDefinitionIdentity, string Reason,
        string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.TerminatedWithId, Level = EventLevel.Error, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}, {4}, was terminated (record {1}): {5}")]
    public void WorkflowInstanceTerminatedRecordWithId(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string WorkflowDefinitionIdentity, string Reason,
        string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.UnhandledExceptionWithId, Level = EventLevel.Error, Keywords = TrackingKeywords.Records,
        Message = "Workflow instance {0} of {3}, {4}: an exception that {5} threw left the workflow (record {1}): {9}")]
    public void WorkflowInstanceUnhandledExceptionRecordWithId(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string WorkflowDefinitionIdentity, string SourceName,
        string SourceId, string SourceInstanceId, string SourceTypeName, string Exception, string Annotations, string ProfileName, string HostReference,
        string AppDomain)
    {
    }

    [Event(
        EventIds.Updated, Level = EventLevel.Informational, Keywords = TrackingKeywords.Health,
        Message = "Workflow instance {0} of {3}: {4}, from {5} to {6} (record {1}).")]
    public void WorkflowInstanceUpdatedRecord(
        Guid InstanceId, long RecordNumber, DateTime EventTime, string ActivityDefinitionId, string State, string OriginalDefinitionIdentity,
        string UpdatedDefinitionIdentity, string Annotations, string ProfileName, string HostReference, string AppDomain)
    {
    }

    [Event(
        EventIds.ProfileNotFound, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "There is no tracking profile {0} for the workflow {1}, so it is not tracked.")]
    public void TrackingProfileNotFound(string ProfileName, string ActivityDefinitionId)
    {
        if (IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            Send(EventIds.ProfileNotFound, [ProfileName, ActivityDefinitionId]);
        }
    }

    [Event(
        EventIds.ProfileFileRefused, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "The tracking profiles in {0} were not loaded; the profiles loaded before stay: {1}")]
    public void TrackingProfileFileRefused(string Path, string Reason)
    {
        if (IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            Send(EventIds.ProfileFileRefused, [Path, Reason]);
        }
    }

    [Event(
        EventIds.RecordDropped, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "Record {1} of workflow instance {0}, event {2}, is too large even without its values and was dropped, like {3} before it.")]
    public void TrackingRecordDropped(Guid InstanceId, long RecordNumber, int EventId, long DroppedBefore)
    {
        if (IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            Send(EventIds.RecordDropped, [InstanceId, RecordNumber, EventId, DroppedBefore]);
        }
    }

    [Event(
        EventIds.RecordTruncated, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "Record {1} of workflow instance {0}, event {2}, was too large and lost values or text.")]
    public void TrackingRecordTruncated(Guid InstanceId, long RecordNumber, int EventId)
    {
        if (IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            Send(EventIds.RecordTruncated, [InstanceId, RecordNumber, EventId]);
        }
    }

    [Event(
        EventIds.ValueNotSerializable, Level = EventLevel.Warning, Keywords = TrackingKeywords.Records,
        Message = "The value {2} of type {3} in record {1} of workflow instance {0} cannot be written: {4}")]
    public void TrackingValueNotSerializable(Guid InstanceId, long RecordNumber, string Name, string TypeName, string Reason)
    {
        if (IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            Send(EventIds.ValueNotSerializable, [InstanceId, RecordNumber, Name, TypeName, Reason]);
        }
    }

    /// <summary>The keywords of the provider. EventSource reads them from this nested type.</summary>
    public static class Keywords
    {
        public const EventKeywords WFTracking = TrackingKeywords.WFTracking;
        public const EventKeywords EndToEndMonitoring = TrackingKeywords.EndToEndMonitoring;
        public const EventKeywords HealthMonitoring = TrackingKeywords.HealthMonitoring;
        public const EventKeywords Troubleshooting = TrackingKeywords.Troubleshooting;
        public const EventKeywords UserEvents = TrackingKeywords.UserEvents;
    }
}
