using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Records;

/// <summary>
/// Converts the records of activities into events. Each method first checks that a session receives the event, and creates nothing otherwise.
/// </summary>
internal sealed class ActivityRecords(RecordEncoder encoder)
{
    private static readonly TrackingEventSource Log = TrackingEventSource.Log;

    public void Write(ActivityStateRecord record, string profile)
    {
        if (!Log.IsEnabled(RecordEvent.ActivityState))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        limit.Take(record.State);
        Names activity = Names.Of(record.Activity, ref limit);
        string arguments = RecordEncoder.Items(record, record.Arguments, limit);
        string variables = RecordEncoder.Items(record, record.Variables, limit);
        limit.TakeItems(ref arguments, ref variables);
        encoder.Write(
            RecordEvent.ActivityState,
            common,
            limit,
            [record.State, activity.Name, activity.Id, activity.InstanceId, activity.TypeName, arguments, variables]);
    }

    public void Write(ActivityScheduledRecord record, string profile) =>
        WriteParentAndChild(RecordEvent.ActivityScheduled, record, record.Activity, record.Child, profile);

    public void Write(CancelRequestedRecord record, string profile) =>
        WriteParentAndChild(RecordEvent.CancelRequested, record, record.Activity, record.Child, profile);

    public void Write(FaultPropagationRecord record, string profile)
    {
        if (!Log.IsEnabled(RecordEvent.FaultPropagation))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        Names source = Names.Of(record.FaultSource, ref limit), handler = Names.Of(record.FaultHandler, ref limit);
        string fault = RecordEncoder.TextOf(record.Fault);
        limit.TakeText(ref fault);
        encoder.Write(
            RecordEvent.FaultPropagation,
            common,
            limit,
            [
                source.Name, source.Id, source.InstanceId, source.TypeName, handler.Name, handler.Id, handler.InstanceId, handler.TypeName, fault,
                record.IsFaultSource,
            ]);
    }

    public void Write(BookmarkResumptionRecord record, string profile)
    {
        if (!Log.IsEnabled(RecordEvent.BookmarkResumption))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        limit.Take(record.BookmarkName);
        Names owner = Names.Of(record.Owner, ref limit);
        encoder.Write(
            RecordEvent.BookmarkResumption,
            common,
            limit,
            [record.BookmarkName, record.BookmarkScope, owner.Name, owner.Id, owner.InstanceId, owner.TypeName]);
    }

    /// <summary>Writes one of three events, selected by the level of the record.</summary>
    public void Write(CustomTrackingRecord record, string profile)
    {
        RecordEvent custom = record.Level switch
        {
            EventLevel.Critical or EventLevel.Error => RecordEvent.CustomError,
            EventLevel.Warning => RecordEvent.CustomWarning,
            _ => RecordEvent.CustomInfo,
        };
        if (!Log.IsEnabled(custom))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        limit.Take(record.Name);
        Names activity = Names.Of(record.Activity, ref limit);
        string data = RecordEncoder.Items(record, record.Data, limit);
        limit.TakeItems(ref data);
        encoder.Write(custom, common, limit, [record.Name, activity.Name, activity.Id, activity.InstanceId, activity.TypeName, data]);
    }

    private void WriteParentAndChild(RecordEvent recordEvent, TrackingRecord record, ActivityInfo? activity, ActivityInfo child, string profile)
    {
        if (!Log.IsEnabled(recordEvent))
        {
            return;
        }

        PayloadLimit limit = encoder.Open(record, profile, out CommonFields common);
        Names parent = Names.Of(activity, ref limit), scheduled = Names.Of(child, ref limit);
        encoder.Write(
            recordEvent,
            common,
            limit,
            [
                parent.Name, parent.Id, parent.InstanceId, parent.TypeName, scheduled.Name, scheduled.Id, scheduled.InstanceId, scheduled.TypeName,
            ]);
    }
}
