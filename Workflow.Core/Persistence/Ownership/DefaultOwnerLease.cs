namespace Workflow.Persistence;

/// <summary>The lease of a store's default owner. The store refers only to the base class, because the lease classes depend on the store.</summary>
internal static class DefaultOwnerLease
{
    extension(InstanceStore store)
    {
        /// <summary>The lease of the default owner; null if the store has no default owner.</summary>
        public OwnerLease? DefaultLease => (OwnerLease?)store.LeaseOfDefaultOwner;
    }
}
