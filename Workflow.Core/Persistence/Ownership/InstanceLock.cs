using System.Diagnostics;

namespace Workflow.Persistence;

/// <summary>The lock of this process on one instance in a store, or the one that its first save will take: by which owner, and at which version.</summary>
/// <remarks>
/// Uses the store's default owner, else an owner of its own that lives as long as this object (rule 7.9.1). One call at a time; only
/// <see cref="Lose"/> and <see cref="ReleaseAsync"/> come from any thread. A save that was given up may go on: the next one waits for its end, because both would
/// bring the same lock, and the older one could overwrite the newer.
/// </remarks>
internal sealed class InstanceLock
{
    private readonly OwnerLease _lease;
    private readonly bool _isOwnLease;
    private readonly LockState _state;
    private Action<Exception>? _lost;
    private Exception? _loss;
    private Task _earlier = Task.CompletedTask;

    public InstanceLock(OwnerLease lease, bool isOwnLease, Guid instanceId, StoredInstance? loaded)
    {
        _lease = lease;
        _isOwnLease = isOwnLease;
        InstanceId = instanceId;
        Loaded = loaded;
        _state = new LockState(loaded?.LockVersion ?? 0);
    }

    public InstanceStore Store => _lease.Store;

    public Guid InstanceId { get; }

    /// <summary>What was loaded; null for an instance that began here.</summary>
    public StoredInstance? Loaded { get; }

    /// <summary>The version of its lock; 0 before the first save.</summary>
    public long LockVersion => _state.Version;

    /// <summary>For an instance that is saved for the first time.</summary>
    public static Task<InstanceLock> OpenAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        LockAcquisition.OpenAsync(store, instanceId, identity, cancellationToken);

    /// <summary>Loads an instance of a definition.</summary>
    /// <exception cref="VersionMismatchException">It is of another definition; it is given back.</exception>
    public static Task<InstanceLock> LoadAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        LockAcquisition.LoadAsync(store, instanceId, identity, cancellationToken);

    /// <summary>Loads an instance of whatever definition.</summary>
    public static Task<InstanceLock> LoadAnyAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken) =>
        LockAcquisition.LoadAnyAsync(store, instanceId, cancellationToken);

    /// <summary>Loads a runnable instance of a definition.</summary>
    /// <exception cref="InstanceNotReadyException">There is none.</exception>
    /// <exception cref="VersionMismatchException">The store's default owner takes others too, and one of them was found; it is given back.</exception>
    public static Task<InstanceLock> LoadRunnableAsync(InstanceStore store, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        LockAcquisition.LoadRunnableAsync(store, identity, cancellationToken);

    /// <summary>Loads a runnable instance of whatever definition the store's default owner takes; without one, of any.</summary>
    /// <exception cref="InstanceNotReadyException">There is none.</exception>
    public static Task<InstanceLock> LoadAnyRunnableAsync(InstanceStore store, CancellationToken cancellationToken) =>
        LockAcquisition.LoadAnyRunnableAsync(store, cancellationToken);

    /// <summary>Sets what is called, once and on any thread, when the instance is no longer this process's; at once if it is not now.</summary>
    public void Watch(Action<Exception> lost)
    {
        // A full fence, as in Lose between the loss and the look for a watcher: one of the two sees the other, and Tell calls it once.
        Volatile.Write(ref _lost, lost);
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref _loss) is { } loss)
        {
            Tell(loss);
        }
    }

    /// <summary>The instance is no longer this process's.</summary>
    public void Lose(Exception reason)
    {
        if (Interlocked.CompareExchange(ref _loss, reason, null) is null)
        {
            _state.Close();
            Tell(reason);
        }
    }

    /// <summary>Writes the instance. The lock is given back with it if that is requested, or it has completed.</summary>
    /// <param name="save">What to write; its lock version is set here.</param>
    /// <param name="unlock">Whether the lock is given back now; false while participants still have to do their part.</param>
    /// <param name="cancellationToken">Gives the save up.</param>
    public async Task SaveAsync(InstanceSave save, bool unlock, CancellationToken cancellationToken)
    {
        Debug.Assert(save.InstanceId == InstanceId, "A lock saves its own instance.");
        if (!_earlier.IsCompleted)
        {
            await StoreCall.RunAsync(_ => _earlier, cancellationToken).ConfigureAwait(false);
        }

        await CallAsync(async () =>
        {
            long version = await WriteAsync(save, unlock, cancellationToken).ConfigureAwait(false);
            _state.Saved(version, isClosed: unlock || save.Complete);
        }).ConfigureAwait(false);
    }

    /// <summary>What was written since is not saved after all: its transaction has rolled back.</summary>
    public void GoBackTo(long lockVersion) => _state.GoBackTo(lockVersion);

    /// <summary>Gives the lock back; the instance stays as it was last saved.</summary>
    public Task UnlockAsync(CancellationToken cancellationToken) => CallAsync(async () =>
    {
        LockReturn item = new(InstanceId, LockVersion, null);
        await StoreCall.RunAsync(token => item.SendAsync(Store, _lease.Owner, token), cancellationToken).ConfigureAwait(false);
        _state.Close();
    });

    /// <summary>
    /// Lets go of the instance: gives back the lock if it is held still, or may be, and ends the owner if it is the instance's own. Does not fail, and ends with
    /// the first attempt, which need not be awaited: what fails is tried again, until the lease is over.
    /// </summary>
    /// <param name="failure">Why, if something failed with an instance that was loaded; null: nothing did.</param>
    public Task ReleaseAsync(Exception? failure = null)
    {
        _lease.Remove(this);
        LockReturn? item = _state.Release() is var version && version != 0
            ? new LockReturn(InstanceId, version, failure is null || Loaded is null ? null : FailureText.Of(failure))
            : null;
        return Store.Releases.AddAsync(InstanceId, () => GiveBackAsync(item));
    }

    private async Task GiveBackAsync(LockReturn? item)
    {
        if (item is not null)
        {
            await _lease.GiveBackAsync(item).ConfigureAwait(false);
        }

        if (_isOwnLease)
        {
            _ = _lease.CloseAsync();
        }

        // It may lock the instance still, and give it back then.
        if (!_earlier.IsCompleted)
        {
            await _lease.AwaitLateAsync(_earlier).ConfigureAwait(false);
        }
    }

    /// <summary>Writes; where the first save has failed before without an answer, the instance may be there already, locked for this owner.</summary>
    private async Task<long> WriteAsync(InstanceSave save, bool unlock, CancellationToken cancellationToken)
    {
        bool mayBeThere = _state.IsFirstInDoubt;
        try
        {
            return await SendAsync(save.UnderLock(LockVersion, unlock), cancellationToken).ConfigureAwait(false);
        }
        catch (InstanceCollisionException) when (mayBeThere)
        {
            return await SendAsync(save.UnderLock(InstanceSave.FirstLockVersion, unlock), cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<long> SendAsync(InstanceSave save, CancellationToken cancellationToken)
    {
        try
        {
            return await StoreCall.RunAsync(
                token => Store.SaveAsync(_lease.Owner, save, token), cancellationToken, late => _earlier = AwaitLateAsync(late, save)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not (InstanceCollisionException or InstanceKeyCollisionException or SnapshotException or ArgumentException))
        {
            // Anything but a refusal may have come after the effect.
            _state.Doubt();
            throw;
        }
    }

    /// <summary>A save that was given up ends all the same. What it says counts, and what it locked is given back when the instance has left meanwhile.</summary>
    private async Task AwaitLateAsync(Task<long> late, InstanceSave save)
    {
        try
        {
            await CallAsync(async () => _state.Saved(await late.ConfigureAwait(false), isClosed: save.Unlock || save.Complete)).ConfigureAwait(false);
            if (save.Unlock || save.Complete)
            {
                Lose(new InstanceLockLostException(
                    $"The save that gave back the instance '{InstanceId}' took effect after it was canceled, so another owner may have the instance; load it again.", InstanceId));
            }
        }
        catch (Exception)
        {
            // It is not awaited. The next save finds out what the store has.
        }

        if (_state.ReleaseLate() is var version && version != 0)
        {
            await _lease.GiveBackAsync(new LockReturn(InstanceId, version, null)).ConfigureAwait(false);
        }
    }

    /// <summary>Calls the store; a lost lock or owner is reported to the watcher, too.</summary>
    private async Task CallAsync(Func<Task> call)
    {
        if (Volatile.Read(ref _loss) is { } loss)
        {
            throw new InstanceLockLostException($"The instance '{InstanceId}' is no longer held by this process; load it again.", InstanceId, loss);
        }

        try
        {
            await call().ConfigureAwait(false);
        }
        catch (InstanceOwnerException gone)
        {
            Lose(gone);
            _lease.Lose(gone);
            throw;
        }
        catch (InstanceLockLostException lost)
        {
            Lose(lost);
            throw;
        }
    }

    private void Tell(Exception loss) => Interlocked.Exchange(ref _lost, null)?.Invoke(loss);
}
