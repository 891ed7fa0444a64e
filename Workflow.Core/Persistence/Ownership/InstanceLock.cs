using System.Diagnostics;
using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The lock of this process on an instance in a store, or the lock that the first save of the instance will take: its owner and its version.</summary>
/// <remarks>
/// Uses the store's default owner, or a separate owner that exists as long as this object (rule 7.9.1). Only one call may run at a time, except for
/// <see cref="Lose"/> and <see cref="ReleaseAsync"/>, which any thread may call. An abandoned save may still run: the next save waits for its end, because
/// both have the same lock version, and the older save could overwrite the newer one.
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

    /// <summary>The loaded instance; null for an instance that began in this process.</summary>
    public StoredInstance? Loaded { get; }

    /// <summary>The version of the lock; 0 before the first save.</summary>
    public long LockVersion => _state.Version;

    /// <summary>The timeout for calls to the store that no caller limits.</summary>
    public TimeSpan CallLimit => _lease.CallLimit;

    /// <summary>Creates the lock of an instance that will be saved for the first time.</summary>
    public static Task<InstanceLock> OpenAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        LockAcquisition.OpenAsync(store, instanceId, identity, cancellationToken);

    /// <summary>Loads an instance of a definition.</summary>
    /// <exception cref="VersionMismatchException">The instance belongs to another definition; it was unlocked.</exception>
    public static Task<InstanceLock> LoadAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        LockAcquisition.LoadAsync(store, instanceId, identity, cancellationToken);

    /// <summary>Loads an instance of any definition.</summary>
    public static Task<InstanceLock> LoadAnyAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken) =>
        LockAcquisition.LoadAnyAsync(store, instanceId, cancellationToken);

    /// <summary>Loads a runnable instance of a definition.</summary>
    /// <exception cref="InstanceNotReadyException">No instance is runnable.</exception>
    /// <exception cref="VersionMismatchException">
    /// The store's default owner also loads instances of other definitions, and found one; it was unlocked.
    /// </exception>
    public static Task<InstanceLock> LoadRunnableAsync(InstanceStore store, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        LockAcquisition.LoadRunnableAsync(store, identity, cancellationToken);

    /// <summary>
    /// Loads a runnable instance of any definition that an owner loads. Without an owner, uses the store's default owner; without a default owner, loads
    /// instances of any definition.
    /// </summary>
    /// <returns>The lock; null if no instance is runnable.</returns>
    public static Task<InstanceLock?> TryLoadAnyRunnableAsync(
        InstanceStore store, InstanceOwner? owner, RunnableLoad load, CancellationToken cancellationToken) =>
        LockAcquisition.TryLoadAnyRunnableAsync(store, owner, load, cancellationToken);

    /// <summary>Creates the lock of an instance that an owner of this process already holds.</summary>
    /// <exception cref="InstanceOwnerException">The owner is lost.</exception>
    public static InstanceLock OfLocked(InstanceStore store, InstanceOwner owner, StoredInstance locked)
    {
        OwnerLease lease = store.RequireLease(owner);
        InstanceLock instanceLock = new(lease, isOwnLease: false, locked.InstanceId, locked);
        lease.Add(instanceLock);
        return instanceLock;
    }

    /// <summary>Sets a callback that is called once, on any thread, when this process loses the instance; at once if it has already lost it.</summary>
    public void Watch(Action<Exception> lost)
    {
        // Full fences here and in Lose, between the write and the read. Without them, each of two threads could read before the other's write is visible:
        // the loss would find no watcher, the watcher would find no loss, and nothing would stop the instance. If both are visible, Notify still calls the
        // watcher only once.
        Volatile.Write(ref _lost, lost);
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref _loss) is { } loss)
        {
            Notify(loss);
        }
    }

    /// <summary>Records that this process has lost the instance.</summary>
    public void Lose(Exception reason)
    {
        if (Interlocked.CompareExchange(ref _loss, reason, null) is null)
        {
            _state.Close();
            Notify(reason);
        }
    }

    /// <summary>Writes the instance. Unlocks it too if that is requested or the instance has completed.</summary>
    /// <param name="save">The data to write; this method sets its lock version.</param>
    /// <param name="unlock">True to unlock now; false while participants still have work to do.</param>
    /// <param name="cancellationToken">Abandons the save.</param>
    public async Task SaveAsync(InstanceSave save, bool unlock, CancellationToken cancellationToken)
    {
        Debug.Assert(save.InstanceId == InstanceId, "A lock saves its own instance.");
        await AwaitEarlierAsync(cancellationToken).ConfigureAwait(false);
        ThrowIfLost();
        try
        {
            long version = await WriteAsync(save, unlock, cancellationToken).ConfigureAwait(false);
            _state.Saved(version, isClosed: unlock || save.Complete);
        }
        catch (Exception failure)
        {
            NoteLoss(failure);
            throw;
        }
    }

    /// <summary>Waits for the end of a save that was abandoned.</summary>
    public Task AwaitEarlierAsync(CancellationToken cancellationToken) =>
        _earlier.IsCompleted ? Task.CompletedTask : StoreCall.RunAsync(_ => _earlier, cancellationToken);

    /// <summary>Handles the rollback of a transaction. If the cause is that the lock or the owner was lost, this process has lost the instance.</summary>
    public void LoseIfLost(Exception failure)
    {
        for (Exception? cause = failure; cause is not null; cause = cause.InnerException)
        {
            if (cause is InstanceLockLostException lost && lost.InstanceId == InstanceId)
            {
                Lose(lost);
            }
            else if (cause is InstanceOwnerException gone && gone.OwnerId == _lease.Owner.Id)
            {
                Lose(gone);
                _lease.Lose(gone);
            }
        }
    }

    /// <summary>Records that the last saves were undone, because their transaction was rolled back.</summary>
    public void GoBackTo(long lockVersion) => _state.GoBackTo(lockVersion);

    /// <summary>Unlocks the instance; its saved state is unchanged.</summary>
    public Task UnlockAsync(CancellationToken cancellationToken) => CallAsync(async () =>
    {
        InstanceUnlock unlock = InstanceUnlock.Release(InstanceId, LockVersion);
        await StoreCall.RunAsync(token => Store.UnlockAsync(_lease.Owner, unlock, token), cancellationToken).ConfigureAwait(false);
        _state.Close();
    });

    /// <summary>Unlocks the instance and suspends it; its saved state is unchanged.</summary>
    public Task SuspendAsync(string reason, CancellationToken cancellationToken) => CallAsync(async () =>
    {
        InstanceUnlock unlock = InstanceUnlock.Suspension(InstanceId, LockVersion, reason);
        await StoreCall.RunAsync(token => Store.UnlockAsync(_lease.Owner, unlock, token), cancellationToken).ConfigureAwait(false);
        _state.Close();
    });

    /// <summary>
    /// Releases the instance: unlocks it if the lock is or may be held, and ends the owner if it belongs only to this instance. The returned task does not
    /// fail. It completes after the first attempt and need not be awaited: a failed attempt is repeated until the lease expires.
    /// </summary>
    /// <param name="failure">The failure with a loaded instance, or the reason of a suspension; null for none.</param>
    /// <param name="suspends">True to suspend the instance too, if the store supports that.</param>
    public Task ReleaseAsync(Exception? failure = null, bool suspends = false)
    {
        _lease.Remove(this);
        bool isSuspended = suspends && failure is not null && Store.Capabilities.SuspendsInstances;
        bool isContention = !isSuspended && ContentionDelays.IsCause(Store, failure);
        InstanceUnlock? unlock = _state.Release() switch
        {
            0 => null,
            long version when isSuspended => InstanceUnlock.Suspension(InstanceId, version, FailureText.Of(failure!)),
            long version when failure is not null && !isContention && Loaded is not null => InstanceUnlock.Failure(
                InstanceId, version, FailureText.Of(failure)),
            long version => InstanceUnlock.Release(InstanceId, version),
        };
        if (!isContention)
        {
            _lease.Contention.Forget(InstanceId);
        }

        return Store.Releases.AddAsync(InstanceId, () => GiveBackAsync(unlock, isContention));
    }

    private async Task GiveBackAsync(InstanceUnlock? unlock, bool isContention)
    {
        if (unlock is not null)
        {
            if (isContention)
            {
                await _lease.Contention.WaitAsync(InstanceId).ConfigureAwait(false);
            }

            await _lease.GiveBackAsync(unlock).ConfigureAwait(false);
        }

        if (_isOwnLease)
        {
            _ = _lease.CloseAsync();
        }

        // An abandoned first save may still lock the instance, and AwaitLateAsync then unlocks it. Loads in this process wait for the end of this method.
        if (!_earlier.IsCompleted)
        {
            await _lease.AwaitLateAsync(_earlier).ConfigureAwait(false);
        }
    }

    private Task<long> WriteAsync(InstanceSave save, bool unlock, CancellationToken cancellationToken) => _state.IsFirstInDoubt
        ? WriteAgainAsync(save, unlock, cancellationToken)
        : SendAsync(save.UnderLock(LockVersion, unlock), cancellationToken);

    /// <summary>Writes the instance after a first save without an answer: the instance may already be in the store, locked for this owner.</summary>
    private async Task<long> WriteAgainAsync(InstanceSave save, bool unlock, CancellationToken cancellationToken)
    {
        try
        {
            return await SendAsync(save.UnderLock(LockVersion, unlock), cancellationToken).ConfigureAwait(false);
        }
        catch (InstanceCollisionException collision) when (collision.InstanceId == InstanceId)
        {
            return await SendAsync(save.UnderLock(InstanceSave.FirstLockVersion, unlock), cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<long> SendAsync(InstanceSave save, CancellationToken cancellationToken)
    {
        // The caller rolls back the transaction of a save that it abandons, so a later answer of that save is ignored.
        bool isUndone = Store.Capabilities.JoinsTransactions && Transaction.Current is not null;
        try
        {
            return await StoreCall
                .RunAsync(token => Store.SaveAsync(_lease.Owner, save, token), cancellationToken, late => _earlier = AwaitLateAsync(late, save, isUndone))
                .ConfigureAwait(false);
        }
        catch (Exception exception) when (
            exception is not (InstanceCollisionException or InstanceKeyCollisionException or SnapshotException or ArgumentException))
        {
            // With the excluded exceptions, the store has rejected the save. Any other failure may have occurred after the save took effect.
            _state.Doubt();
            throw;
        }
    }

    /// <summary>
    /// Handles the end of an abandoned save. Its outcome is recorded, and a lock that it took is released if this process has released the instance.
    /// </summary>
    private async Task AwaitLateAsync(Task<long> late, InstanceSave save, bool isUndone)
    {
        try
        {
            await CallAsync(async () =>
            {
                long version = await late.ConfigureAwait(false);
                if (!isUndone)
                {
                    _state.Saved(version, isClosed: save.Unlock || save.Complete);
                }
            }).ConfigureAwait(false);
            if (!isUndone && (save.Unlock || save.Complete))
            {
                Lose(new InstanceLockLostException(
                    $"The save that gave back the instance '{InstanceId}' took effect after it was canceled, so another owner may have the instance; load it again.",
                    InstanceId));
            }
        }
        catch (Exception)
        {
            // The abandoned save has no caller to report to. The next save finds the state of the instance in the store.
        }

        if (_state.ReleaseLate() is var version && version != 0)
        {
            await _lease.GiveBackAsync(InstanceUnlock.Release(InstanceId, version)).ConfigureAwait(false);
        }
    }

    /// <summary>Calls the store. A lost lock or owner is also reported to the watcher.</summary>
    private async Task CallAsync(Func<Task> call)
    {
        ThrowIfLost();
        try
        {
            await call().ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            NoteLoss(failure);
            throw;
        }
    }

    private void ThrowIfLost()
    {
        if (Volatile.Read(ref _loss) is { } loss)
        {
            throw new InstanceLockLostException($"The instance '{InstanceId}' is no longer held by this process; load it again.", InstanceId, loss);
        }
    }

    /// <summary>Reports a lost lock or owner to the watcher.</summary>
    private void NoteLoss(Exception failure)
    {
        if (failure is InstanceOwnerException gone)
        {
            Lose(gone);
            _lease.Lose(gone);
        }
        else if (failure is InstanceLockLostException)
        {
            Lose(failure);
        }
    }

    private void Notify(Exception loss) => Interlocked.Exchange(ref _lost, null)?.Invoke(loss);
}
