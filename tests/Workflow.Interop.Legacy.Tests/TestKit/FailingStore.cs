extern alias WorkflowCore;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A store whose writes fail while a test has set a failure.</summary>
public class FailingStore(InMemoryInstanceStore store) : DelegatingInstanceStore(store)
{
    private Exception? _failure;

    public Exception? Failure
    {
        get => Volatile.Read(ref _failure);
        set => Volatile.Write(ref _failure, value);
    }

    public override StoreCapabilities Capabilities { get; } = new() { JoinsTransactions = true };

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
        Failure is { } failure ? Task.FromException<long>(failure) : Inner.SaveAsync(owner, save, cancellationToken);

    /// <summary>Counts no failures, so that an instance which was unlocked as failed is runnable at once.</summary>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) => Failure is { } failure
        ? Task.FromException(failure)
        : Inner.UnlockAsync(owner, InstanceUnlock.Release(unlock.InstanceId, unlock.LockVersion), cancellationToken);
}
