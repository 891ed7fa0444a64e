using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Records;

/// <summary>Converts the records of workflow instances into events. There are separate events for definitions with an identity.</summary>
internal sealed class InstanceRecords(RecordEncoder outlet)
{
    private static readonly TrackingEventSource Log = TrackingEventSource.Log;

    public void Write(WorkflowInstanceRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Informational, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        string? identity = IdentityOf(record, ref budget);
        budget.Take(record.State);
        if (identity is null)
        {
            if (outlet.Admit(record, EventIds.InstanceRecord, budget))
            {
                Log.WorkflowInstanceRecord(
                    record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId, record.State,
                    annotations, profile, outlet.HostReference, RecordEncoder.Domain);
            }
        }
        else if (outlet.Admit(record, EventIds.InstanceRecordWithId, budget))
        {
            Log.WorkflowInstanceRecordWithId(
                record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId, identity, record.State,
                annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    public void Write(WorkflowInstanceUnhandledExceptionRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Error, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        string? identity = IdentityOf(record, ref budget);
        Names source = Names.Of(record.FaultSource, ref budget);
        string exception = RecordEncoder.TextOf(record.UnhandledException);
        budget.TakeText(ref exception);
        if (identity is null)
        {
            if (outlet.Admit(record, EventIds.UnhandledException, budget))
            {
                Log.WorkflowInstanceUnhandledExceptionRecord(
                    record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId,
                    source.Name, source.Id, source.InstanceId, source.TypeName,
                    exception, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
            }
        }
        else if (outlet.Admit(record, EventIds.UnhandledExceptionWithId, budget))
        {
            Log.WorkflowInstanceUnhandledExceptionRecordWithId(
                record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId, identity, source.Name, source.Id, source.InstanceId,
                source.TypeName, exception, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    public void Write(WorkflowInstanceAbortedRecord record, string profile)
    {
        if (Log.IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            Write(
                record,
                record.Reason,
                profile,
                new(EventIds.Aborted, Log.WorkflowInstanceAbortedRecord, EventIds.AbortedWithId, Log.WorkflowInstanceAbortedRecordWithId));
        }
    }

    public void Write(WorkflowInstanceTerminatedRecord record, string profile)
    {
        if (Log.IsEnabled(EventLevel.Error, TrackingKeywords.Records))
        {
            Write(
                record,
                record.Reason,
                profile,
                new(EventIds.Terminated, Log.WorkflowInstanceTerminatedRecord, EventIds.TerminatedWithId, Log.WorkflowInstanceTerminatedRecordWithId));
        }
    }

    /// <summary>Writes one of two events. They differ in their keywords, and therefore in the sessions that receive them.</summary>
    public void Write(WorkflowInstanceSuspendedRecord record, string profile)
    {
        if (Log.IsEnabled(EventLevel.Informational, record.WorkflowDefinitionIdentity is null ? TrackingKeywords.Health : TrackingKeywords.Records))
        {
            Write(
                record,
                record.Reason,
                profile,
                new(EventIds.Suspended, Log.WorkflowInstanceSuspendedRecord, EventIds.SuspendedWithId, Log.WorkflowInstanceSuspendedRecordWithId));
        }
    }

    public void Write(WorkflowInstanceUpdatedRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Informational, TrackingKeywords.Health))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        string original = record.OriginalDefinitionIdentity?.ToString() ?? string.Empty, updated = IdentityOf(record, ref budget) ?? string.Empty;
        budget.Take(record.State, original);
        if (outlet.Admit(record, EventIds.Updated, budget))
        {
            Log.WorkflowInstanceUpdatedRecord(
                record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId, record.State, original, updated,
                annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    private void Write(WorkflowInstanceRecord record, string reason, string profile, in ReasonEvents events)
    {
        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        string? identity = IdentityOf(record, ref budget);
        budget.TakeText(ref reason);
        if (identity is null)
        {
            if (outlet.Admit(record, events.Id, budget))
            {
                events.Write(
                    record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId, reason,
                    annotations, profile, outlet.HostReference, RecordEncoder.Domain);
            }
        }
        else if (outlet.Admit(record, events.IdWithIdentity, budget))
        {
            events.WriteWithIdentity(
                record.InstanceId, record.RecordNumber, record.EventTime, record.ActivityDefinitionId, identity, reason,
                annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    private static string? IdentityOf(WorkflowInstanceRecord record, ref PayloadLimit budget)
    {
        budget.Take(record.ActivityDefinitionId);
        if (record.WorkflowDefinitionIdentity?.ToString() is not { } identity)
        {
            return null;
        }

        budget.Take(identity);
        return identity;
    }
}
