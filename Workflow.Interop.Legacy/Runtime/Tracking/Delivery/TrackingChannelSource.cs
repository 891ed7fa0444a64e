namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// A tracking service, as an instance uses it: it provides profiles and channels. Thread-safe. All methods can throw exceptions of the service.
/// </summary>
internal abstract class TrackingChannelSource
{
    /// <summary>The name by which saved instances identify the service.</summary>
    public abstract string Name { get; }

    /// <summary>Returns the profile for new instances of a workflow; null if they are not tracked.</summary>
    public abstract ProfilePlan? Current(Type workflowType);

    /// <summary>Returns a profile for saved instances; null if they are no longer tracked.</summary>
    public abstract ProfilePlan? Get(Type workflowType, Version version);

    /// <summary>Returns the profile that applies only to one instance; null if the instance is no longer tracked.</summary>
    public abstract ProfilePlan? OfInstance(Guid instanceId);

    /// <summary>Asks for a new profile that applies only to one instance.</summary>
    /// <returns>True if the profile changes.</returns>
    public abstract bool TryReload(Type workflowType, Guid instanceId, out ProfilePlan? plan);

    /// <summary>Returns the channel that receives the records of an instance.</summary>
    /// <exception cref="InvalidOperationException">The service returned no channel.</exception>
    public abstract TrackingChannel Open(TrackingParameters parameters);
}
