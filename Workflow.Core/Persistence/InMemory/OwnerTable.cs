namespace Workflow.Persistence;

/// <summary>The owners of the store in memory, sorted by the ends of their leases, and the instances that each owner holds. Not thread-safe.</summary>
internal sealed class OwnerTable(TimeSpan leaseTime, TimeProvider clock)
{
    private readonly Dictionary<Guid, Lease> _leases = [];
    private readonly SortedSet<Lease> _byEnd = new(Comparer<Lease>.Create(static (left, right) =>
        (left.End, left.Owner.Id).CompareTo((right.End, right.Owner.Id))));

    /// <summary>The time at which the next lease expires; null if there is no owner.</summary>
    public DateTimeOffset? NextEnd => _byEnd.Min?.End;

    public void Add(InstanceOwner owner, DateTimeOffset now)
    {
        Lease lease = new(owner, now + leaseTime, new SuspectWindow(clock));
        _leases.Add(owner.Id, lease);
        _byEnd.Add(lease);
    }

    public InstanceOwner? Find(Guid? id) => LeaseOf(id)?.Owner;

    /// <summary>Returns the lease of an owner; null if the owner was deleted or has expired.</summary>
    public Lease? LeaseOf(InstanceOwner owner) => _leases.GetValueOrDefault(owner.Id);

    public void Renew(InstanceOwner owner, DateTimeOffset now)
    {
        Lease lease = Require(owner);
        // The lease is removed before End changes, because End is the sort key of the set.
        _byEnd.Remove(lease);
        lease.End = now + leaseTime;
        _byEnd.Add(lease);
    }

    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    public Lease Require(InstanceOwner owner) => LeaseOf(owner) ?? throw Gone(owner);

    public static InstanceOwnerException Gone(InstanceOwner owner) => new(
        $"The owner '{owner.Id}' was deleted, or its lease has expired, so other owners may have its instances; create an owner and load them again.",
        owner.Id);

    /// <summary>Removes an owner and returns its lease; null if the owner no longer exists. The caller must release the instances of the owner.</summary>
    public Lease? Remove(Guid ownerId)
    {
        if (_leases.Remove(ownerId, out Lease? lease))
        {
            _byEnd.Remove(lease);
        }

        return lease;
    }

    /// <summary>Returns an owner whose lease has expired; null if there is none.</summary>
    public InstanceOwner? FirstExpired(DateTimeOffset now) => _byEnd.Min is { } first && first.End <= now ? first.Owner : null;

    /// <summary>Updates the owner of an instance after its saved image has changed.</summary>
    public void Move(Guid instanceId, Guid? from, Guid? to)
    {
        if (from == to)
        {
            return;
        }

        if (LeaseOf(from) is { } old)
        {
            old.Held.Remove(instanceId);
            old.Arrivals.Remove(instanceId);
        }

        LeaseOf(to)?.Held.Add(instanceId);
    }

    /// <summary>Returns the lease of an owner; null if there is no such owner.</summary>
    public Lease? LeaseOf(Guid? ownerId) => ownerId is { } id ? _leases.GetValueOrDefault(id) : null;

    /// <summary>The lease of one owner.</summary>
    internal sealed class Lease(InstanceOwner owner, DateTimeOffset end, SuspectWindow suspects)
    {
        public InstanceOwner Owner { get; } = owner;

        public HashSet<Guid> Held { get; } = [];

        /// <summary>The messages that have arrived for the instances of the owner.</summary>
        public MessageArrivals Arrivals { get; } = new();

        /// <summary>The suspects that the owner has loaded.</summary>
        public SuspectWindow Suspects { get; } = suspects;

        public DateTimeOffset End { get; set; } = end;
    }
}
