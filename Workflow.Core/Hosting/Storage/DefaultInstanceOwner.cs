using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>Creates and deletes the owner that all applications of a process share at a store, if the process creates one (rule 7.9.1).</summary>
internal static class DefaultInstanceOwner
{
    public static Task CreateAsync(
        InstanceStore store, WorkflowIdentity? identity, WorkflowIdentityFilter filter, CancellationToken cancellationToken) => CreateAsync(
            store,
            new InstanceOwnerOptions { Name = Environment.MachineName, Identities = identity is null ? [] : [identity], Filter = filter },
            cancellationToken);

    public static async Task CreateAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
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
    public static Task DeleteAsync(InstanceStore store, CancellationToken cancellationToken) =>
        store.DefaultLease is { } lease && store.TryReplaceDefault(lease, null) ? lease.EndAsync(cancellationToken) : Task.CompletedTask;

    private static void ThrowIfLiving(InstanceStore store, OwnerLease? lease)
    {
        if (lease is { IsOver: false })
        {
            throw new InvalidOperationException(
                $"The store '{store.GetType()}' has the default owner '{lease.Owner.Id}' already; delete it before another is created.");
        }
    }
}
