extern alias WorkflowCore;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>The lock of this process on an instance in a store. Not thread-safe.</summary>
internal sealed class StoreLock(InstanceOwner owner, long version)
{
    public InstanceOwner Owner => owner;

    /// <summary>The version of the lock; 0 before the first save.</summary>
    public long Version { get; set; } = version;

    /// <summary>True if the first save may have been written although it failed.</summary>
    public bool IsInDoubt { get; set; }
}

/// <summary>A write to the store that is part of the work of an instance.</summary>
internal abstract class StoreWork(Guid instanceId, StoreLock held)
{
    public Guid InstanceId => instanceId;

    public StoreLock Held => held;

    /// <summary>Performs the write in the ambient transaction.</summary>
    public abstract Task WriteAsync(InstanceStore store);

    /// <summary>Called when the transaction has ended.</summary>
    /// <returns>True if the lock is still held.</returns>
    public abstract bool Complete(bool succeeded);
}

/// <summary>Saves an instance.</summary>
/// <param name="instanceId">The instance.</param>
/// <param name="held">The lock.</param>
/// <param name="compose">Creates the save for a lock version.</param>
/// <param name="releases">True if the save releases the lock.</param>
internal sealed class StoreSaveWork(Guid instanceId, StoreLock held, Func<long, InstanceSave> compose, bool releases) : StoreWork(instanceId, held)
{
    private long _version;

    public override async Task WriteAsync(InstanceStore store)
    {
        try
        {
            _version = await store.SaveAsync(Held.Owner, compose(Held.Version), CancellationToken.None).ConfigureAwait(false);
        }
        catch (InstanceCollisionException) when (Held is { Version: 0, IsInDoubt: true })
        {
            // The first save was written, but its answer was lost. The store checks that the save belongs to this owner.
            _version = await store.SaveAsync(Held.Owner, compose(InstanceSave.FirstLockVersion), CancellationToken.None).ConfigureAwait(false);
        }
    }

    public override bool Complete(bool succeeded)
    {
        Held.Version = succeeded ? _version : Held.Version;
        Held.IsInDoubt = !succeeded;
        return !succeeded || !releases;
    }
}

/// <summary>Releases the lock without a save.</summary>
/// <param name="instanceId">The instance.</param>
/// <param name="held">The lock.</param>
/// <param name="failure">The reason why the instance could not be loaded, which the store counts; null if the lock is released for another reason.</param>
/// <param name="repeat">Repeats a write that failed.</param>
internal sealed class StoreUnlockWork(Guid instanceId, StoreLock held, string? failure, Action<StoreUnlockWork> repeat) : StoreWork(instanceId, held)
{
    private long Version => Held.Version == 0 ? InstanceSave.FirstLockVersion : Held.Version;

    public override Task WriteAsync(InstanceStore store) => failure is null
        ? store.UnlockAsync(Held.Owner, InstanceUnlock.Release(InstanceId, Version), CancellationToken.None)
        : store.UnlockAsync(Held.Owner, InstanceUnlock.Failure(InstanceId, Version, failure), CancellationToken.None);

    public override bool Complete(bool succeeded)
    {
        if (!succeeded)
        {
            repeat(this);
        }

        return false;
    }
}
