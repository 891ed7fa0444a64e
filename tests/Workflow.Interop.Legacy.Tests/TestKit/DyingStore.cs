extern alias WorkflowCore;
using System.Transactions;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>
/// A store for a process that dies at one of its writes, before or after the write takes effect. After that, no call of the process reaches the store.
/// </summary>
public sealed class DyingStore(InstanceStore store, int lastWrite, bool isWritten) : DelegatingInstanceStore(store)
{
    private int _writes;
    private volatile bool _isDead;

    public bool IsDead => _isDead;

    public int Writes => _writes;

    public override StoreCapabilities Capabilities { get; } = new() { JoinsTransactions = true };

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        Alive(() => Inner.CreateOwnerAsync(options, cancellationToken));

    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => Inner.RenewOwnerAsync(owner, cancellationToken));

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => Inner.DeleteOwnerAsync(owner, cancellationToken));

    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        bool dies = Interlocked.Increment(ref _writes) == lastWrite;
        if (dies && !isWritten)
        {
            _isDead = true;
        }

        // The last write of a dying process takes effect independently of the outcome of its transaction.
        using TransactionScope? apart = dies ? new TransactionScope(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled) : null;
        long version = await Alive(() => Inner.SaveAsync(owner, save, cancellationToken));
        if (dies)
        {
            _isDead = true;
            throw new IOException("The process has died.");
        }

        return version;
    }

    /// <summary>Counts no failures, so that an instance which was unlocked as failed is runnable at once.</summary>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) =>
        Alive(() => Inner.UnlockAsync(owner, InstanceUnlock.Release(unlock.InstanceId, unlock.LockVersion), cancellationToken));

    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken) =>
        Alive(() => Inner.LoadAsync(owner, load, cancellationToken));

    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
        Alive(() => Inner.TryLoadRunnableAsync(owner, load, cancellationToken));

    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        Alive(() => Inner.WaitForRunnableAsync(owner, cancellationToken));

    private T Alive<T>(Func<T> call) => _isDead ? throw new IOException("The process has died.") : call();
}
