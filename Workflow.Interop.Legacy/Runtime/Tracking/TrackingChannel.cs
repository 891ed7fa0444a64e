namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Receives the records of one instance, one at a time, on the thread that runs the instance. The instance continues when the call returns. If a call throws,
/// the runtime raises <c>WorkflowRuntime.ServicesExceptionNotHandled</c>. The instance is not affected, and the record is lost. Work that a channel adds
/// to <see cref="WorkflowEnvironment.WorkBatch"/> is performed with the next save of the instance, or not at all.
/// </summary>
public abstract class TrackingChannel
{
    /// <summary>Receives a record.</summary>
    /// <param name="record">The record. It belongs to this channel.</param>
    protected internal abstract void Send(TrackingRecord record);

    /// <summary>
    /// Called when the instance completes or ends with an exception: after the record of that event and before the last save. A record of the save can follow.
    /// If the save fails, more records and another call follow.
    /// </summary>
    protected internal abstract void InstanceCompletedOrTerminated();
}
