extern alias WorkflowCore;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A store whose writes fail while a test has set a failure.</summary>
public class FailingStore(InMemoryInstanceStore store) : InstanceStore
{
    private Exception? _failure;

    public Exception? Failure
    {
        get => Volatile.Read(ref _failure);
        set => Volatile.Write(ref _failure, value);
    }

    public override TimeProvider TimeProvider => store.TimeProvider;

    public override bool SupportsTransactions => true;

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        store.CreateOwnerAsync(options, cancellationToken);

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.RenewOwnerAsync(owner, cancellationToken);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.DeleteOwnerAsync(owner, cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
        Failure is { } failure ? Task.FromException<long>(failure) : store.SaveAsync(owner, save, cancellationToken);

    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        Failure is { } failure ? Task.FromException(failure) : store.UnlockAsync(owner, instanceId, lockVersion, cancellationToken);

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) =>
        store.LoadAsync(owner, instanceId, cancellationToken);

    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) =>
        store.LoadByKeyAsync(owner, key, cancellationToken);

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        store.TryLoadRunnableAsync(owner, cancellationToken);

    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => store.WaitForRunnableAsync(owner, cancellationToken);

    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
        store.QueryAsync(query, cancellationToken);
}
