namespace Workflow.Persistence;

/// <summary>The lease of a store's default owner. The store refers only to the base class, because leases use stores.</summary>
internal static class DefaultOwnerLease
{
    extension(InstanceStore store)
    {
        /// <summary>Null when the store has no default owner.</summary>
        public OwnerLease? DefaultLease => (OwnerLease?)store.LeaseOfDefaultOwner;
    }
}
