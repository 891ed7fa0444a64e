using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Records;

/// <summary>Converts the records of workflow instances into events. There are separate events for definitions with an identity.</summary>
internal sealed class InstanceRecords(RecordEncoder encoder)
{
    private static readonly TrackingEventSource Log = TrackingEventSource.Log;

    public void Write(WorkflowInstanceRecord record, string profile)
    {
        bool isIdentified = record.WorkflowDefinitionIdentity is not null;
        RecordEvent recordEvent = isIdentified ? RecordEvent.InstanceRecordWithId : RecordEvent.InstanceRecord;
        if (!Log.IsEnabled(recordEvent))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        string identity = IdentityOf(record, ref limit);
        limit.Take(record.State);
        encoder.Write(
            recordEvent,
            common,
            limit,
            isIdentified ? [record.ActivityDefinitionId, identity, record.State] : [record.ActivityDefinitionId, record.State]);
    }

    public void Write(WorkflowInstanceUnhandledExceptionRecord record, string profile)
    {
        bool isIdentified = record.WorkflowDefinitionIdentity is not null;
        RecordEvent recordEvent = isIdentified ? RecordEvent.UnhandledExceptionWithId : RecordEvent.UnhandledException;
        if (!Log.IsEnabled(recordEvent))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        string identity = IdentityOf(record, ref limit);
        Names source = Names.Of(record.FaultSource, ref limit);
        string exception = RecordEncoder.TextOf(record.UnhandledException);
        limit.TakeText(ref exception);
        encoder.Write(
            recordEvent,
            common,
            limit,
            isIdentified
                ? [record.ActivityDefinitionId, identity, source.Name, source.Id, source.InstanceId, source.TypeName, exception]
                : [record.ActivityDefinitionId, source.Name, source.Id, source.InstanceId, source.TypeName, exception]);
    }

    public void Write(WorkflowInstanceAbortedRecord record, string profile) =>
        WriteReason(RecordEvent.Aborted, RecordEvent.AbortedWithId, record, record.Reason, profile);

    public void Write(WorkflowInstanceTerminatedRecord record, string profile) =>
        WriteReason(RecordEvent.Terminated, RecordEvent.TerminatedWithId, record, record.Reason, profile);

    public void Write(WorkflowInstanceSuspendedRecord record, string profile) =>
        WriteReason(RecordEvent.Suspended, RecordEvent.SuspendedWithId, record, record.Reason, profile);

    public void Write(WorkflowInstanceUpdatedRecord record, string profile)
    {
        if (!Log.IsEnabled(RecordEvent.Updated))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        string original = record.OriginalDefinitionIdentity?.ToString() ?? string.Empty, updated = IdentityOf(record, ref limit);
        limit.Take(record.State, original);
        encoder.Write(RecordEvent.Updated, common, limit, [record.ActivityDefinitionId, record.State, original, updated]);
    }

    private void WriteReason(RecordEvent plain, RecordEvent identified, WorkflowInstanceRecord record, string reason, string profile)
    {
        bool isIdentified = record.WorkflowDefinitionIdentity is not null;
        RecordEvent recordEvent = isIdentified ? identified : plain;
        if (!Log.IsEnabled(recordEvent))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        string identity = IdentityOf(record, ref limit);
        limit.TakeText(ref reason);
        encoder.Write(
            recordEvent, common, limit, isIdentified ? [record.ActivityDefinitionId, identity, reason] : [record.ActivityDefinitionId, reason]);
    }

    /// <summary>Takes the names of the definition, and returns the text of its identity; empty without an identity.</summary>
    private static string IdentityOf(WorkflowInstanceRecord record, ref PayloadLimit limit)
    {
        limit.Take(record.ActivityDefinitionId);
        if (record.WorkflowDefinitionIdentity is not { } known)
        {
            return string.Empty;
        }

        string identity = known.ToString();
        limit.Take(identity);
        return identity;
    }
}
