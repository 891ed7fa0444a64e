namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Writes the records of one instance.</summary>
internal sealed class SqlTrackingChannel(TrackingParameters instance, TrackingWriter writer, bool isTransactional, bool retries) : TrackingChannel
{
    protected internal override void Send(TrackingRecord record)
    {
        TrackingRow row = new(instance, record);

        // The pending work of an aborted instance is discarded, but the record of the abort must be written.
        bool isAborted = record is WorkflowTrackingRecord { TrackingWorkflowEvent: TrackingWorkflowEvent.Aborted };
        if (isTransactional && !isAborted)
        {
            WorkflowEnvironment.WorkBatch.Add(writer, row);
        }
        else
        {
            writer.WriteNow(row, retries);
        }
    }

    protected internal override void InstanceCompletedOrTerminated()
    {
    }
}
