using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Receives records of the events of workflow instances. A runtime can have several tracking services, which must be added before it is started. Many threads
/// can call the methods. If a method throws, the runtime raises <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/>, and the service receives no records
/// of that instance. The instance is not affected.
/// </summary>
public abstract class TrackingService : WorkflowRuntimeService
{
    /// <summary>
    /// Creates the channel that receives the records of an instance. Called when the instance is created or loaded, if there is a profile for it.
    /// </summary>
    /// <param name="parameters">The instance.</param>
    protected internal abstract TrackingChannel GetTrackingChannel(TrackingParameters parameters);

    /// <summary>
    /// Returns the current profile of a workflow. The runtime keeps the result for all instances of the workflow, until an event of
    /// <see cref="IProfileNotification"/> or <see cref="TrackingProfileCache.Clear"/> replaces it.
    /// </summary>
    /// <param name="workflowType">The type of the workflow.</param>
    /// <param name="profile">The profile; null if the workflow is not tracked.</param>
    /// <returns>True if the workflow is tracked.</returns>
    protected internal abstract bool TryGetProfile(Type workflowType, out TrackingProfile? profile);

    /// <summary>Returns the profile with which a saved instance was tracked. The runtime keeps the result.</summary>
    /// <param name="workflowType">The type of the workflow.</param>
    /// <param name="profileVersionId">The version of the profile.</param>
    /// <returns>The profile; null if the instance is no longer tracked.</returns>
    protected internal abstract TrackingProfile? GetProfile(Type workflowType, Version profileVersionId);

    /// <summary>Returns the profile of a single saved instance, which got its own profile from <see cref="TryReloadProfile"/>.</summary>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <returns>The profile; null if the instance is no longer tracked.</returns>
    protected internal abstract TrackingProfile? GetProfile(Guid workflowInstanceId);

    /// <summary>Returns the new profile of a single instance, for <see cref="WorkflowInstance.ReloadTrackingProfiles"/>.</summary>
    /// <param name="workflowType">The type of the workflow.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <param name="profile">The new profile of the instance; null to stop tracking the instance.</param>
    /// <returns>True if the profile changes.</returns>
    protected internal abstract bool TryReloadProfile(Type workflowType, Guid workflowInstanceId, out TrackingProfile? profile);
}
