using System.Collections.Concurrent;
using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>
/// The store as one process sees it. Leases do not expire, because the virtual clock may advance by a year between two steps of a running host, and lease
/// renewals would be timers that never end. The owners of a lost process are deleted by <see cref="GiveUpAsync"/>, which has the effect of an expired lease.
/// </summary>
internal class ProcessStore(InstanceStore store) : InstanceStore
{
    private static readonly TimeSpan Century = TimeSpan.FromDays(36_525);

    private readonly List<InstanceOwner> _owners = [];
    private readonly ConcurrentDictionary<Guid, InstanceOwner> _holders = [];

    /// <summary>The most recently saved state.</summary>
    public ReadOnlyMemory<byte> LastState { get; private set; }

    public override TimeProvider TimeProvider => store.TimeProvider;

    public override bool SupportsTransactions => store.SupportsTransactions;

    public override bool SupportsMessages => store.SupportsMessages;

    public override object? Extension => store.Extension;

    /// <summary>Creates a store in memory that outlives the processes of a test.</summary>
    public static InMemoryInstanceStore CreateShared(TimeProvider time) => new(time, InstanceCompletionAction.DeleteNothing, Century);

    /// <summary>Returns the owner that has saved or loaded an instance in this process; null if there is none.</summary>
    public InstanceOwner? HolderOf(Guid instanceId) => _holders.GetValueOrDefault(instanceId);

    /// <summary>Deletes the owners of a lost process, so that other processes can load its instances.</summary>
    public async Task GiveUpAsync()
    {
        foreach (InstanceOwner owner in _owners)
        {
            try
            {
                await store.DeleteOwnerAsync(owner, CancellationToken.None).ConfigureAwait(false);
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
        InstanceOwner owner = await store.CreateOwnerAsync(options, cancellationToken).ConfigureAwait(false);
        _owners.Add(owner);
        return new InstanceOwner(owner.Id, owner.Options, Timeout.InfiniteTimeSpan);
    }

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.RenewOwnerAsync(owner, cancellationToken);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.DeleteOwnerAsync(owner, cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        LastState = save.State;
        _holders[save.InstanceId] = owner;
        return store.SaveAsync(owner, save, cancellationToken);
    }

    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        store.UnlockAsync(owner, instanceId, lockVersion, cancellationToken);

    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken) =>
        store.UnlockFailedAsync(owner, instanceId, lockVersion, failure, cancellationToken);

    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) => store.ContinueAsync(instanceId, cancellationToken);

    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => store.TerminateAsync(instanceId, cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken)
    {
        _holders[instanceId] = owner;
        return store.LoadAsync(owner, instanceId, cancellationToken);
    }

    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) =>
        store.LoadByKeyAsync(owner, key, cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        store.TryLoadRunnableAsync(owner, cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(
        InstanceOwner owner, IReadOnlyCollection<WorkflowIdentity> excluded, CancellationToken cancellationToken) =>
        store.TryLoadRunnableAsync(owner, excluded, cancellationToken);

    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.WaitForRunnableAsync(owner, cancellationToken);

    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) => store.SendAsync(message, cancellationToken);

    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        store.WithdrawAsync(instanceId, sequence, cancellationToken);

    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, CancellationToken cancellationToken) =>
        store.ReceiveAsync(owner, instanceId, after, maxCount, cancellationToken);

    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, ContentLimit? limit, CancellationToken cancellationToken) =>
        store.ReceiveAsync(owner, instanceId, after, maxCount, limit, cancellationToken);

    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) =>
        store.WaitForMessagesAsync(owner, known, cancellationToken);

    public override Task SuspendAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string reason, CancellationToken cancellationToken) =>
        store.SuspendAsync(owner, instanceId, lockVersion, reason, cancellationToken);

    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
        store.QueryAsync(query, cancellationToken);
}
