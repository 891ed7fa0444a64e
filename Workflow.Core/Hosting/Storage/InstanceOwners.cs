using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>
/// Creates and deletes the owners of hosts: those that a host names in its calls, and the default owner, which all applications of a process share at a
/// store, if the process creates one (rule 7.9.1).
/// </summary>
internal static class InstanceOwners
{
    public static Task CreateDefaultAsync(
        InstanceStore store, WorkflowIdentity? identity, WorkflowIdentityFilter filter, CancellationToken cancellationToken) => CreateDefaultAsync(
            store,
            new InstanceOwnerOptions { Name = Environment.MachineName, Identities = identity is null ? [] : [identity], Filter = filter },
            cancellationToken);

    public static async Task CreateDefaultAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        OwnerLease? former = store.DefaultLease;
        ThrowIfLiving(store, former);
        OwnerLease lease = await OwnerLease.CreateAsync(store, options, cancellationToken).ConfigureAwait(false);
        if (!store.TryReplaceDefault(former, lease))
        {
            _ = lease.CloseAsync();
            ThrowIfLiving(store, store.DefaultLease);
        }
    }

    /// <summary>
    /// Deletes the default owner. This process loses the instances that the owner still holds. Without a default owner, this does nothing.
    /// </summary>
    public static Task DeleteDefaultAsync(InstanceStore store, CancellationToken cancellationToken) =>
        store.DefaultLease is { } lease && store.TryReplaceDefault(lease, null) ? lease.EndAsync(cancellationToken) : Task.CompletedTask;

    /// <summary>Creates an owner, and renews its lease until it is deleted.</summary>
    public static async Task<InstanceOwner> CreateAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        OwnerLease lease = await OwnerLease.CreateAsync(store, options, cancellationToken).ConfigureAwait(false);
        store.AddLease(lease);
        return lease.Owner;
    }

    /// <summary>Deletes an owner. This process loses the instances that the owner still holds. An owner that was deleted before is ignored.</summary>
    public static Task DeleteAsync(InstanceStore store, InstanceOwner owner, CancellationToken cancellationToken) =>
        store.LeaseOf(owner) is OwnerLease lease && store.RemoveLease(lease) ? lease.EndAsync(cancellationToken) : Task.CompletedTask;

    private static void ThrowIfLiving(InstanceStore store, OwnerLease? lease)
    {
        if (lease is { IsOver: false })
        {
            throw new InvalidOperationException(
                $"The store '{store.GetType()}' has the default owner '{lease.Owner.Id}' already; delete it before another is created.");
        }
    }
}
