using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>Renews the lease of an owner as long as the owner is needed, with one timer for all its instances. Thread-safe.</summary>
internal sealed class OwnerLease : StoreLease
{
    /// <summary>
    /// The number of failed attempts to release a lock of an owner whose lease is no longer renewed. The delays between them are longer than a lease.
    /// </summary>
    private const int LastAttempts = 12;

    /// <summary>The upper bound of the period from which <see cref="CallLimit"/> is computed.</summary>
    private static readonly TimeSpan LongestPeriod = TimeSpan.FromDays(1);

    private readonly Lock _gate = new();
    private readonly HashSet<InstanceLock> _locks = [];
    private readonly UnlockBacklog _backlog;
    private readonly Alarm _alarm;
    private long _renewed;
    private bool _isRetired;
    private bool _isOver;

    private OwnerLease(InstanceStore store, InstanceOwner owner)
        : base(owner)
    {
        Store = store;
        _renewed = store.TimeProvider.GetTimestamp();
        Contention = new ContentionDelays(store.TimeProvider);
        _backlog = new UnlockBacklog(store.TimeProvider, TryGiveBackAsync);
        _alarm = new Alarm(store.TimeProvider, () => _ = RenewAsync());
    }

    public InstanceStore Store { get; }

    /// <summary>The delays before the release of instances whose transactions conflicted with others.</summary>
    public ContentionDelays Contention { get; }

    /// <summary>True if the owner was deleted or has expired.</summary>
    public bool IsOver
    {
        get
        {
            lock (_gate)
            {
                return _isOver;
            }
        }
    }

    /// <summary>The timeout for calls without a caller that could abandon them. It is short enough for another attempt before the lease expires.</summary>
    public TimeSpan CallLimit => Owner.RenewalPeriod == Timeout.InfiniteTimeSpan
        ? TimeSpan.FromSeconds(15)
        : (Owner.RenewalPeriod < LongestPeriod ? Owner.RenewalPeriod : LongestPeriod) / 2;

    /// <summary>Creates an owner, and renews its lease until the owner ends.</summary>
    public static async Task<OwnerLease> CreateAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        OwnerLease lease = new(
            store,
            await StoreCall
                .RunAsync(token => store.CreateOwnerAsync(options, token), cancellationToken, late => _ = DeleteAsync(store, late))
                .ConfigureAwait(false));
        lease.Arm(lease.Owner.RenewalPeriod);
        if (store.TimeProvider == TimeProvider.System && lease.Owner.RenewalPeriod != Timeout.InfiniteTimeSpan)
        {
            LeaseThread.Shared.Add(lease);
        }

        return lease;
    }

    /// <summary>Registers an instance for a notification when the owner is lost.</summary>
    /// <exception cref="InstanceOwnerException">The owner is already lost.</exception>
    public void Add(InstanceLock instanceLock)
    {
        // The check and the registration are one atomic step. If End came between them, the instance would never be notified, and would continue to run
        // without its lock.
        lock (_gate)
        {
            if (_isOver)
            {
                throw Gone();
            }

            _locks.Add(instanceLock);
        }
    }

    public void Remove(InstanceLock instanceLock)
    {
        lock (_gate)
        {
            _locks.Remove(instanceLock);
        }
    }

    /// <summary>
    /// Releases a lock. The task completes after the first attempt; after a failure, further attempts follow until the store has answered or the owner is
    /// lost. The task does not fail.
    /// </summary>
    public async Task GiveBackAsync(InstanceUnlock unlock)
    {
        if (!await TryGiveBackAsync(unlock).ConfigureAwait(false))
        {
            _backlog.Add(unlock);
        }
    }

    /// <summary>Waits for the end of an abandoned call, with a timeout. The returned task does not fail.</summary>
    public async Task AwaitLateAsync(Task late)
    {
        try
        {
            await CallAsync(_ => late).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The call still runs.
        }
    }

    /// <summary>Records that the owner and all its instances are lost, and notifies the hosts of the instances.</summary>
    public void Lose(InstanceOwnerException reason)
    {
        // Outside the lock: the notification runs code of hosts.
        foreach (InstanceLock instanceLock in End())
        {
            instanceLock.Lose(reason);
        }
    }

    /// <summary>Deletes the owner. This process loses the instances that it still holds. If the store cannot be reached, the lease expires later.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        Lose(Gone());
        await StoreCall.RunAsync(token => Store.DeleteOwnerAsync(Owner, token), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Stops renewing the lease, so that the locks of the owner are free at the latest when the lease expires.</summary>
    public void Retire()
    {
        lock (_gate)
        {
            _isRetired = true;
            _alarm.Stop();
        }

        LeaseThread.Shared.Remove(this);
    }

    /// <summary>Renews the lease synchronously if the timer is late. Does not throw.</summary>
    public void RenewIfLate()
    {
        TimeSpan period = Owner.RenewalPeriod;
        if (Store.TimeProvider.GetElapsedTime(Volatile.Read(ref _renewed)) < period + LeaseThread.Slack(period))
        {
            return;
        }

        try
        {
            if (Store.TryRenewOwner(Owner))
            {
                NoteRenewal();
            }
        }
        catch (InstanceOwnerException gone)
        {
            // Not on this thread: the notification runs code of hosts.
            ThreadPool.UnsafeQueueUserWorkItem(static loss => loss.Lease.Lose(loss.Gone), (Lease: this, Gone: gone), preferLocal: false);
        }
        catch (Exception)
        {
            // The store cannot be reached, possibly only for a short time. The lease thread tries again.
        }
    }

    /// <summary>
    /// Deletes an owner that is no longer needed, after all its locks were released. The returned task does not fail and need not be awaited: the lease
    /// expires in any case.
    /// </summary>
    public async Task CloseAsync()
    {
        Retire();
        await _backlog.EmptyAsync(LastAttempts).ConfigureAwait(false);
        try
        {
            await CallAsync(EndAsync).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The lease expires later.
        }
    }

    /// <summary>Deletes an owner whose creation was abandoned.</summary>
    private static async Task DeleteAsync(InstanceStore store, Task<InstanceOwner> late)
    {
        try
        {
            OwnerLease lease = new(store, await late.ConfigureAwait(false));
            await lease.CloseAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The owner was not created.
        }
    }

    /// <summary>Calls the store with a timeout, for calls that have no caller which could abandon them.</summary>
    private async Task CallAsync(Func<CancellationToken, Task> call)
    {
        using CancellationTokenSource limit = new(CallLimit, Store.TimeProvider);
        await StoreCall.RunAsync(call, limit.Token).ConfigureAwait(false);
    }

    /// <summary>
    /// Sends a release to the store once. Returns true if the store has answered: the lock was released, or no longer belonged to this owner.
    /// </summary>
    private async Task<bool> TryGiveBackAsync(InstanceUnlock unlock)
    {
        try
        {
            await CallAsync(token => Store.UnlockAsync(Owner, unlock, token)).ConfigureAwait(false);
            return true;
        }
        catch (InstanceLockLostException)
        {
            return true;
        }
        catch (InstanceOwnerException gone)
        {
            Lose(gone);
            return true;
        }
        catch (Exception)
        {
            return false;
        }
    }

    private InstanceLock[] End()
    {
        LeaseThread.Shared.Remove(this);
        lock (_gate)
        {
            _isOver = true;
            _alarm.Stop();
            _backlog.Stop();
            InstanceLock[] locks = [.. _locks];
            _locks.Clear();
            return locks;
        }
    }

    private async Task RenewAsync()
    {
        TimeSpan next = Owner.RenewalPeriod;
        try
        {
            await CallAsync(token => Store.RenewOwnerAsync(Owner, token)).ConfigureAwait(false);
            NoteRenewal();
        }
        catch (InstanceOwnerException gone)
        {
            Lose(gone);
        }
        catch (Exception)
        {
            // The store cannot be reached, possibly only for a short time. If the lease expires meanwhile, the store rejects the next call of the owner.
            next /= 4;
        }

        Arm(next);
    }

    private void NoteRenewal() => Volatile.Write(ref _renewed, Store.TimeProvider.GetTimestamp());

    private void Arm(TimeSpan wait)
    {
        // A renewal may end after End or Retire has stopped the timer. Without the check, the renewal would start the timer again, and an owner that is no
        // longer needed would be renewed forever.
        lock (_gate)
        {
            if (!_isOver && !_isRetired && Owner.RenewalPeriod != Timeout.InfiniteTimeSpan)
            {
                _alarm.Set(wait);
            }
        }
    }

    private InstanceOwnerException Gone() =>
        new($"The owner '{Owner.Id}' of saved instances has ended, so other owners may have them; load them again.", Owner.Id);
}
