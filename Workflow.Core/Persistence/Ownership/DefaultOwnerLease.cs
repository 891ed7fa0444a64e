namespace Workflow.Persistence;

/// <summary>The lease of a store's default owner. The store itself knows only the base class, because leases are built on stores.</summary>
internal static class DefaultOwnerLease
{
    extension(InstanceStore store)
    {
        /// <summary>Null when the store has no default owner.</summary>
        public OwnerLease? DefaultLease => (OwnerLease?)store.LeaseOfDefaultOwner;
    }
}
