using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Gets records of what workflow instances do. A runtime can have several; they are added before it is started. Many threads call the methods. An exception of a method raises
/// <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/>, and the service gets nothing of that instance; the instance is not affected.
/// </summary>
public abstract class TrackingService : WorkflowRuntimeService
{
    /// <summary>Makes the channel that gets the records of an instance. Called when the instance is created or loaded, if there is a profile for it.</summary>
    /// <param name="parameters">The instance.</param>
    protected internal abstract TrackingChannel GetTrackingChannel(TrackingParameters parameters);

    /// <summary>
    /// The current profile of a workflow. The runtime keeps the answer for all instances of the workflow; an <see cref="IProfileNotification"/> or
    /// <see cref="TrackingProfileCache.Clear"/> replaces it.
    /// </summary>
    /// <param name="workflowType">The workflow.</param>
    /// <param name="profile">The profile; null: the workflow is not tracked.</param>
    /// <returns>Whether the workflow is tracked.</returns>
    protected internal abstract bool TryGetProfile(Type workflowType, out TrackingProfile? profile);

    /// <summary>The profile with which a saved instance was tracked. The runtime keeps the answer.</summary>
    /// <param name="workflowType">The workflow.</param>
    /// <param name="profileVersionId">The version of the profile.</param>
    /// <returns>The profile; null: the instance is not tracked any more.</returns>
    protected internal abstract TrackingProfile? GetProfile(Type workflowType, Version profileVersionId);

    /// <summary>The profile of one saved instance, which had got one of its own from <see cref="TryReloadProfile"/>.</summary>
    /// <param name="workflowInstanceId">The instance.</param>
    /// <returns>The profile; null: the instance is not tracked any more.</returns>
    protected internal abstract TrackingProfile? GetProfile(Guid workflowInstanceId);

    /// <summary>The profile of one instance, for <see cref="WorkflowInstance.ReloadTrackingProfiles"/>.</summary>
    /// <param name="workflowType">The workflow.</param>
    /// <param name="workflowInstanceId">The instance.</param>
    /// <param name="profile">The profile that the instance has from now on; null: it is not tracked any more.</param>
    /// <returns>Whether the profile changes.</returns>
    protected internal abstract bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile? profile);
}

/// <summary>
/// Gets the records of one instance, one at a time, on the thread that runs the instance: it goes on when the call returns. An exception raises
/// <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/> and does not affect the instance; the record is lost. <see cref="WorkflowEnvironment.WorkBatch"/> takes work that is
/// done with the next save of the instance, or not at all.
/// </summary>
public abstract class TrackingChannel
{
    /// <summary>Gets a record.</summary>
    /// <param name="record">The record. It belongs to this channel.</param>
    protected internal abstract void Send(TrackingRecord record);

    /// <summary>
    /// The instance completes or ends with an exception: the last record has been sent, and the last save comes next. If that save fails, more records and a further call follow.
    /// </summary>
    protected internal abstract void InstanceCompletedOrTerminated();
}
