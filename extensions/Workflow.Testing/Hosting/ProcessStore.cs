using System.Collections.Concurrent;
using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>
/// The store as one process sees it. Leases do not expire, because the virtual clock may advance by a year between two steps of a running host, and lease
/// renewals would be timers that never end. The owners of a lost process are deleted by <see cref="GiveUpAsync"/>, which has the effect of an expired lease.
/// </summary>
internal class ProcessStore(InstanceStore store) : DelegatingInstanceStore(store)
{
    private static readonly TimeSpan Century = TimeSpan.FromDays(36_525);

    private readonly List<InstanceOwner> _owners = [];
    private readonly ConcurrentDictionary<Guid, InstanceOwner> _holders = [];

    /// <summary>The most recently saved state.</summary>
    public ReadOnlyMemory<byte> LastState { get; private set; }

    /// <summary>Creates a store in memory that outlives the processes of a test.</summary>
    public static InMemoryInstanceStore CreateShared(TimeProvider time) => new(new InMemoryInstanceStoreOptions
    {
        TimeProvider = time,
        CompletionAction = InstanceCompletionAction.DeleteNothing,
        LeaseRenewalPeriod = Century,
    });

    /// <summary>Returns the owner that has saved or loaded an instance in this process; null if there is none.</summary>
    public InstanceOwner? HolderOf(Guid instanceId) => _holders.GetValueOrDefault(instanceId);

    /// <summary>Deletes the owners of a lost process, so that other processes can load its instances.</summary>
    public async Task GiveUpAsync()
    {
        foreach (InstanceOwner owner in _owners)
        {
            try
            {
                await Inner.DeleteOwnerAsync(owner, CancellationToken.None).ConfigureAwait(false);
            }
            catch (InstanceOwnerException)
            {
                // The process has already deleted this owner.
            }
        }

        _owners.Clear();
    }

    public override async Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        InstanceOwner owner = await Inner.CreateOwnerAsync(options, cancellationToken).ConfigureAwait(false);
        _owners.Add(owner);
        return new InstanceOwner(owner.Id, owner.Options);
    }

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        LastState = save.State;
        _holders[save.InstanceId] = owner;
        return base.SaveAsync(owner, save, cancellationToken);
    }

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
    {
        if (load.InstanceId is { } instanceId)
        {
            _holders[instanceId] = owner;
        }

        return base.LoadAsync(owner, load, cancellationToken);
    }
}
