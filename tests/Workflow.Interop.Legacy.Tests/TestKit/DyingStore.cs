extern alias WorkflowCore;
using System.Transactions;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>
/// A store for a process that dies at one of its writes, before or after the write takes effect. After that, no call of the process reaches the store.
/// </summary>
public sealed class DyingStore(InstanceStore store, int lastWrite, bool isWritten) : InstanceStore
{
    private int _writes;
    private volatile bool _isDead;

    public bool IsDead => _isDead;

    public int Writes => _writes;

    public override TimeProvider TimeProvider => store.TimeProvider;

    public override bool SupportsTransactions => true;

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        Alive(() => store.CreateOwnerAsync(options, cancellationToken));

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => store.RenewOwnerAsync(owner, cancellationToken));

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => store.DeleteOwnerAsync(owner, cancellationToken));

    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        bool dies = Interlocked.Increment(ref _writes) == lastWrite;
        if (dies && !isWritten)
        {
            _isDead = true;
        }

        // The last write of a dying process takes effect independently of the outcome of its transaction.
        using TransactionScope? apart = dies ? new TransactionScope(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled) : null;
        long version = await Alive(() => store.SaveAsync(owner, save, cancellationToken));
        if (dies)
        {
            _isDead = true;
            throw new IOException("The process has died.");
        }

        return version;
    }

    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        Alive(() => store.UnlockAsync(owner, instanceId, lockVersion, cancellationToken));

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) =>
        Alive(() => store.LoadAsync(owner, instanceId, cancellationToken));

    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) =>
        Alive(() => store.LoadByKeyAsync(owner, key, cancellationToken));

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => store.TryLoadRunnableAsync(owner, cancellationToken));

    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => store.WaitForRunnableAsync(owner, cancellationToken));

    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
        store.QueryAsync(query, cancellationToken);

    private T Alive<T>(Func<T> call) => _isDead ? throw new IOException("The process has died.") : call();
}
