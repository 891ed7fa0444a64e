using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// An instance that a client of this process starts while the host has room for it. Its first save keeps the lock, and the host goes on with what was saved: nothing has to be found and read, as with an
/// instance that any host may take.
/// </summary>
/// <param name="session">The work of the host.</param>
/// <param name="definition">The definition.</param>
/// <param name="instanceId">The instance.</param>
/// <param name="owner">The owner of the host, with which it is saved.</param>
/// <param name="stopping">Ends when the host stops.</param>
internal sealed class LocalStart(HostSession session, HostedDefinition definition, Guid instanceId, InstanceOwner owner, CancellationToken stopping)
{
    public HostedDefinition Definition => definition;

    public Guid InstanceId => instanceId;

    public InstanceOwner Owner => owner;

    public CancellationToken Stopping => stopping;

    /// <summary>Its place among all that this process has loaded, from before the save.</summary>
    public required long Number { get; init; }

    /// <summary>How many messages had found no instance in memory before the save.</summary>
    public required long Unclaimed { get; init; }

    /// <summary>The instance was saved: the host runs it. Does not throw. Must be called once, or <see cref="Cancel"/>.</summary>
    /// <param name="saved">What was saved, as a load would return it.</param>
    /// <returns>A task that ends when the host has the instance in memory, or has given it back.</returns>
    public Task ContinueAsync(StoredInstance saved) => session.ContinueAsync(this, saved);

    /// <summary>The instance was not saved.</summary>
    public void Cancel() => session.EndStart();
}
