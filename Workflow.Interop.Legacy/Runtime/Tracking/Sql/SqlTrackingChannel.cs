namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The records of one instance.</summary>
internal sealed class SqlTrackingChannel(TrackingParameters instance, TrackingWriter writer, bool isTransactional, bool retries) : TrackingChannel
{
    protected internal override void Send(TrackingRecord record)
    {
        TrackingRow row = new(instance, record);

        // The pending work of an instance that is aborted is dropped; that it was aborted stays.
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
