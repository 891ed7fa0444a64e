using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Records;

/// <summary>Converts the records of activities into events. Each method first checks that a session listens, and creates nothing otherwise.</summary>
internal sealed class ActivityRecords(RecordEncoder outlet)
{
    private static readonly TrackingEventSource Log = TrackingEventSource.Log;

    public void Write(ActivityStateRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Informational, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        ActivityInfo activity = record.Activity;
        budget.Take(record.State, activity.Name, activity.Id, activity.InstanceId, activity.TypeName);
        string arguments = RecordEncoder.Items(record, record.Arguments, budget);
        string variables = RecordEncoder.Items(record, record.Variables, budget);
        budget.TakeItems(ref arguments, ref variables);
        if (outlet.Admit(record, EventIds.ActivityState, budget))
        {
            Log.ActivityStateRecord(
                record.InstanceId, record.RecordNumber, record.EventTime, record.State, activity.Name, activity.Id, activity.InstanceId, activity.TypeName,
                arguments, variables, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    public void Write(ActivityScheduledRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Informational, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        Names parent = Names.Of(record.Activity, ref budget), child = Names.Of(record.Child, ref budget);
        if (outlet.Admit(record, EventIds.ActivityScheduled, budget))
        {
            Log.ActivityScheduledRecord(
                record.InstanceId, record.RecordNumber, record.EventTime, parent.Name, parent.Id, parent.InstanceId, parent.TypeName,
                child.Name, child.Id, child.InstanceId, child.TypeName, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    public void Write(CancelRequestedRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Informational, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        Names parent = Names.Of(record.Activity, ref budget), child = Names.Of(record.Child, ref budget);
        if (outlet.Admit(record, EventIds.CancelRequested, budget))
        {
            Log.CancelRequestedRecord(
                record.InstanceId, record.RecordNumber, record.EventTime, parent.Name, parent.Id, parent.InstanceId, parent.TypeName,
                child.Name, child.Id, child.InstanceId, child.TypeName, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    public void Write(FaultPropagationRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Warning, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        Names source = Names.Of(record.FaultSource, ref budget), handler = Names.Of(record.FaultHandler, ref budget);
        string fault = RecordEncoder.TextOf(record.Fault);
        budget.TakeText(ref fault);
        if (outlet.Admit(record, EventIds.FaultPropagation, budget))
        {
            Log.FaultPropagationRecord(
                record.InstanceId, record.RecordNumber, record.EventTime, source.Name, source.Id, source.InstanceId, source.TypeName,
                handler.Name, handler.Id, handler.InstanceId, handler.TypeName, fault, record.IsFaultSource,
                annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    public void Write(BookmarkResumptionRecord record, string profile)
    {
        if (!Log.IsEnabled(EventLevel.Informational, TrackingKeywords.Records))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        budget.Take(record.BookmarkName);
        Names owner = Names.Of(record.Owner, ref budget);
        if (outlet.Admit(record, EventIds.BookmarkResumption, budget))
        {
            Log.BookmarkResumptionRecord(
                record.InstanceId, record.RecordNumber, record.EventTime, record.BookmarkName, record.BookmarkScope,
                owner.Name, owner.Id, owner.InstanceId, owner.TypeName, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    /// <summary>Writes one of three events, selected by the level of the record.</summary>
    public void Write(CustomTrackingRecord record, string profile)
    {
        EventLevel level = record.Level is EventLevel.Critical or EventLevel.Error or EventLevel.Warning ? record.Level : EventLevel.Informational;
        if (!Log.IsEnabled(level, TrackingKeywords.CustomRecords))
        {
            return;
        }

        PayloadLimit budget = outlet.Open(record, profile, out string annotations);
        budget.Take(record.Name);
        Names activity = Names.Of(record.Activity, ref budget);
        string data = RecordEncoder.Items(record, record.Data, budget);
        budget.TakeItems(ref data);
        (int id, CustomEvent write) = EventOf(level);
        if (outlet.Admit(record, id, budget))
        {
            write(
                record.InstanceId, record.RecordNumber, record.EventTime, record.Name, activity.Name, activity.Id, activity.InstanceId, activity.TypeName,
                data, annotations, profile, outlet.HostReference, RecordEncoder.Domain);
        }
    }

    private static (int Id, CustomEvent Write) EventOf(EventLevel level) => level switch
    {
        EventLevel.Informational => (EventIds.CustomInfo, Log.CustomTrackingRecordInfo),
        EventLevel.Warning => (EventIds.CustomWarning, Log.CustomTrackingRecordWarning),
        _ => (EventIds.CustomError, Log.CustomTrackingRecordError),
    };

    private delegate void CustomEvent(
        Guid instanceId, long recordNumber, DateTime eventTime, string name, string activityName, string activityId, string activityInstanceId,
        string activityTypeName, string data, string annotations, string profileName, string hostReference, string appDomain);
}
