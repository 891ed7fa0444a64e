using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// An instance that a client of this process starts while the host has capacity for it. The first save keeps the lock, and the host continues the saved
/// instance: it need not find and read the instance in the store.
/// </summary>
/// <param name="session">The session of the host.</param>
/// <param name="definition">The definition.</param>
/// <param name="instanceId">The instance.</param>
/// <param name="owner">The owner of the host, which is also the owner of the save.</param>
/// <param name="stopping">Canceled when the host stops.</param>
internal sealed class LocalStart(HostSession session, HostedDefinition definition, Guid instanceId, InstanceOwner owner, CancellationToken stopping)
{
    public HostedDefinition Definition => definition;

    public Guid InstanceId => instanceId;

    public InstanceOwner Owner => owner;

    public CancellationToken Stopping => stopping;

    /// <summary>The load number, assigned before the save.</summary>
    public required long Number { get; init; }

    /// <summary>The value of the counter of messages for instances not in memory, read before the save.</summary>
    public required long Unclaimed { get; init; }

    /// <summary>Lets the host run the saved instance. Does not throw. Either this method or <see cref="Cancel"/> must be called, once.</summary>
    /// <param name="saved">The saved instance, as a load would return it.</param>
    /// <returns>A task that completes when the host has the instance in memory, or has released it.</returns>
    public Task ContinueAsync(StoredInstance saved) => session.ContinueAsync(this, saved);

    /// <summary>Ends the reservation, because the instance was not saved.</summary>
    public void Cancel() => session.EndStart();
}
