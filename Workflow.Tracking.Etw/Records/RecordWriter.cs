using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Records;

/// <summary>Selects the event of a record, and writes it with the id of the workflow instance as the activity id.</summary>
internal sealed class RecordWriter(RecordEncoder encoder)
{
    private readonly ActivityRecords _activities = new(encoder);
    private readonly InstanceRecords _instances = new(encoder);

    /// <summary>
    /// Writes a record. Consumers find the events of an instance by the activity id, which belongs to the thread. It is set for each event, because no host
    /// offers a hook around an episode. Setting and restoring the activity id takes about 20 ns.
    /// </summary>
    public void Write(TrackingRecord record, string profile)
    {
        if (!TrackingEventSource.Log.IsEnabled())
        {
            return;
        }

        EventSource.SetCurrentThreadActivityId(record.InstanceId, out Guid outer);
        try
        {
            WriteByKind(record, profile);
        }
        finally
        {
            EventSource.SetCurrentThreadActivityId(outer);
        }
    }

    private void WriteByKind(TrackingRecord record, string profile)
    {
        switch (record)
        {
            case ActivityStateRecord state:
                _activities.Write(state, profile);
                break;
            case ActivityScheduledRecord scheduled:
                _activities.Write(scheduled, profile);
                break;
            case CustomTrackingRecord custom:
                _activities.Write(custom, profile);
                break;
            case BookmarkResumptionRecord resumption:
                _activities.Write(resumption, profile);
                break;
            case FaultPropagationRecord fault:
                _activities.Write(fault, profile);
                break;
            case CancelRequestedRecord cancel:
                _activities.Write(cancel, profile);
                break;
            case WorkflowInstanceRecord instance:
                WriteInstance(instance, profile);
                break;
            default:
                throw new NotSupportedException($"The record type '{record.GetType().FullName}' has no event; derive from CustomTrackingRecord instead.");
        }
    }

    private void WriteInstance(WorkflowInstanceRecord record, string profile)
    {
        switch (record)
        {
            case WorkflowInstanceUnhandledExceptionRecord unhandled:
                _instances.Write(unhandled, profile);
                break;
            case WorkflowInstanceAbortedRecord aborted:
                _instances.Write(aborted, profile);
                break;
            case WorkflowInstanceTerminatedRecord terminated:
                _instances.Write(terminated, profile);
                break;
            case WorkflowInstanceSuspendedRecord suspended:
                _instances.Write(suspended, profile);
                break;
            case WorkflowInstanceUpdatedRecord updated:
                _instances.Write(updated, profile);
                break;
            default:
                _instances.Write(record, profile);
                break;
        }
    }
}
