using Workflow.Persistence;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A store that forwards all calls to another one; the base of stores that disturb some calls.</summary>
internal abstract class PassingStore(InstanceStore store) : InstanceStore
{
    public override TimeProvider TimeProvider => store.TimeProvider;

    public override bool SupportsTransactions => store.SupportsTransactions;

    public override bool SupportsMessages => store.SupportsMessages;

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        store.CreateOwnerAsync(options, cancellationToken);

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.RenewOwnerAsync(owner, cancellationToken);

    public override bool TryRenewOwner(InstanceOwner owner) => store.TryRenewOwner(owner);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.DeleteOwnerAsync(owner, cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
        store.SaveAsync(owner, save, cancellationToken);

    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        store.UnlockAsync(owner, instanceId, lockVersion, cancellationToken);

    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken) =>
        store.UnlockFailedAsync(owner, instanceId, lockVersion, failure, cancellationToken);

    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) => store.ContinueAsync(instanceId, cancellationToken);

    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => store.TerminateAsync(instanceId, cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) =>
        store.LoadAsync(owner, instanceId, cancellationToken);

    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) =>
        store.LoadByKeyAsync(owner, key, cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        store.TryLoadRunnableAsync(owner, cancellationToken);

    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.WaitForRunnableAsync(owner, cancellationToken);

    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) => store.SendAsync(message, cancellationToken);

    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        store.WithdrawAsync(instanceId, sequence, cancellationToken);

    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner,
        Guid instanceId,
        long after,
        int maxCount,
        CancellationToken cancellationToken) =>
        store.ReceiveAsync(owner, instanceId, after, maxCount, cancellationToken);

    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, ContentLimit? limit, CancellationToken cancellationToken) =>
        store.ReceiveAsync(owner, instanceId, after, maxCount, limit, cancellationToken);

    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner,
        IReadOnlyCollection<Guid>? known,
        CancellationToken cancellationToken) =>
        store.WaitForMessagesAsync(owner, known, cancellationToken);

    public override Task SuspendAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string reason, CancellationToken cancellationToken) =>
        store.SuspendAsync(owner, instanceId, lockVersion, reason, cancellationToken);

    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
        store.QueryAsync(query, cancellationToken);
}
