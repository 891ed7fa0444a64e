namespace Workflow.Persistence;

/// <summary>The leases of a store's owners in this process. The store refers only to the base class, because the lease classes depend on the store.</summary>
internal static class StoreLeases
{
    extension(InstanceStore store)
    {
        /// <summary>The lease of the default owner; null if the store has no default owner.</summary>
        public OwnerLease? DefaultLease => (OwnerLease?)store.LeaseOfDefaultOwner;

        /// <summary>Returns the lease of an owner that a host of this process has created.</summary>
        /// <exception cref="InstanceOwnerException">This process does not renew the owner at this store, or not any more.</exception>
        public OwnerLease RequireLease(InstanceOwner owner) => (OwnerLease?)store.LeaseOf(owner) ?? throw new InstanceOwnerException(
            $"The owner '{owner.Id}' was not created with 'CreateInstanceOwnerAsync' for this store object, or was deleted; create an owner first.",
            owner.Id);
    }
}
