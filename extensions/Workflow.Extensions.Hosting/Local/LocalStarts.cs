using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The port through which a client hands new instances to the host of its process, which continues them without a load. A process that only sends has none.
/// Thread-safe.
/// </summary>
internal abstract class LocalStarts
{
    /// <summary>Returns the owner with which the host holds instances, and creates it if there is none; null if the host has stopped.</summary>
    public abstract Task<InstanceOwner?> GetOwnerAsync(CancellationToken cancellationToken);

    /// <summary>Prepares the host for an instance that is about to be saved for the first time; null if a host has to find it in the store.</summary>
    /// <param name="definition">The definition.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="owner">The owner with which the instance is saved.</param>
    public abstract LocalStart? TryBegin(HostedDefinition definition, Guid instanceId, InstanceOwner owner);
}
