extern alias WorkflowCore;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>The lock of this process on an instance in a store. One thread at a time uses it.</summary>
internal sealed class StoreLock(InstanceOwner owner, long version)
{
    public InstanceOwner Owner => owner;

    /// <summary>The version; 0 before the first save.</summary>
    public long Version { get; set; } = version;

    /// <summary>Whether the first save may have been written although it failed.</summary>
    public bool IsInDoubt { get; set; }
}

/// <summary>What is written with the work of an instance.</summary>
internal abstract class StoreWork(Guid instanceId, StoreLock held)
{
    public Guid InstanceId => instanceId;

    public StoreLock Held => held;

    /// <summary>Writes in the ambient transaction.</summary>
    public abstract Task WriteAsync(InstanceStore store);

    /// <summary>The transaction has ended.</summary>
    /// <returns>Whether the lock is held.</returns>
    public abstract bool Complete(bool succeeded);
}

/// <summary>A save.</summary>
/// <param name="instanceId">The instance.</param>
/// <param name="held">The lock.</param>
/// <param name="compose">Makes the save for a version of the lock.</param>
/// <param name="releases">Whether the lock is given back.</param>
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
            // The first save was written, and its answer was lost: the store checks that it was this owner's.
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

/// <summary>Gives the lock back without a save.</summary>
/// <param name="instanceId">The instance.</param>
/// <param name="held">The lock.</param>
/// <param name="failure">Why the instance could not be loaded, for the store to count; null if it is given back for another reason.</param>
/// <param name="repeat">Repeats a call that failed.</param>
internal sealed class StoreUnlockWork(Guid instanceId, StoreLock held, string? failure, Action<StoreUnlockWork> repeat) : StoreWork(instanceId, held)
{
    private long Version => Held.Version == 0 ? InstanceSave.FirstLockVersion : Held.Version;

    public override Task WriteAsync(InstanceStore store) => failure is null
        ? store.UnlockAsync(Held.Owner, InstanceId, Version, CancellationToken.None)
        : store.UnlockFailedAsync(Held.Owner, InstanceId, Version, failure, CancellationToken.None);

    public override bool Complete(bool succeeded)
    {
        if (!succeeded)
        {
            repeat(this);
        }

        return false;
    }
}
