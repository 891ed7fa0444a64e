using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>Renews the lease of an owner as long as it is needed, with one timer for all its instances. Thread-safe.</summary>
internal sealed class OwnerLease : StoreLease
{
    /// <summary>The number of failed attempts to release a lock of an owner that is not renewed any more. The waits between them are longer than a lease.</summary>
    private const int LastAttempts = 12;

    /// <summary>No call of a store is waited for longer, whatever the period, and the timers of the system take at most 49.7 days.</summary>
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

    /// <summary>The waits of instances whose transactions met others.</summary>
    public ContentionDelays Contention { get; }

    /// <summary>Whether the owner was deleted or has expired.</summary>
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

    /// <summary>The timeout for calls without a caller that could abandon them: short enough for another attempt before the lease expires.</summary>
    public TimeSpan CallLimit => Owner.RenewalPeriod == Timeout.InfiniteTimeSpan ? TimeSpan.FromSeconds(15) : (Owner.RenewalPeriod < LongestPeriod ? Owner.RenewalPeriod : LongestPeriod) / 2;

    /// <summary>Creates an owner, and renews its lease until the end.</summary>
    public static async Task<OwnerLease> CreateAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        OwnerLease lease = new(
            store,
            await StoreCall.RunAsync(token => store.CreateOwnerAsync(options, token), cancellationToken, late => _ = DeleteAsync(store, late)).ConfigureAwait(false));
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
        // The check and the registration are one step: if End came between them, the instance would never be notified and would run on without its lock.
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

    /// <summary>Releases a lock. The task completes with the first attempt; after a failure, further attempts follow until the store has answered or the owner is lost. Does not throw.</summary>
    public async Task GiveBackAsync(LockReturn item)
    {
        if (!await TryGiveBackAsync(item).ConfigureAwait(false))
        {
            _backlog.Add(item);
        }
    }

    /// <summary>Waits for the end of an abandoned call, with a timeout. Does not throw.</summary>
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

    /// <summary>Records that the owner is lost, and with it its instances.</summary>
    public void Lose(InstanceOwnerException reason)
    {
        // Outside the lock: the notification runs code of hosts.
        foreach (InstanceLock instanceLock in End())
        {
            instanceLock.Lose(reason);
        }
    }

    /// <summary>Deletes the owner. This process loses the instances that it still holds. If the store cannot be reached, the owner expires.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        Lose(Gone());
        await StoreCall.RunAsync(token => Store.DeleteOwnerAsync(Owner, token), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Stops renewing the lease. Whatever the store does from now on, the locks of the owner are free when the lease expires.</summary>
    public void Retire()
    {
        lock (_gate)
        {
            _isRetired = true;
            _alarm.Stop();
        }

        LeaseThread.Shared.Remove(this);
    }

    /// <summary>Renews the lease on the thread of the caller, if its timer should have done so. Does not throw.</summary>
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
            // Not here: the notification runs code of hosts.
            ThreadPool.UnsafeQueueUserWorkItem(static loss => loss.Lease.Lose(loss.Gone), (Lease: this, Gone: gone), preferLocal: false);
        }
        catch (Exception)
        {
            // The store cannot be reached, possibly only for a short time. The thread tries again.
        }
    }

    /// <summary>Deletes an owner that is no longer needed, after all its locks were released. Does not throw and need not be awaited: the lease expires in any case.</summary>
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
            // The owner expires.
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

    /// <summary>Calls the store without a caller that could abandon the call, so it has a timeout.</summary>
    private async Task CallAsync(Func<CancellationToken, Task> call)
    {
        using CancellationTokenSource limit = new(CallLimit, Store.TimeProvider);
        await StoreCall.RunAsync(call, limit.Token).ConfigureAwait(false);
    }

    /// <summary>Whether the store has answered: the lock was released, or did not belong to this owner any more.</summary>
    private async Task<bool> TryGiveBackAsync(LockReturn item)
    {
        try
        {
            await CallAsync(token => item.SendAsync(Store, Owner, token)).ConfigureAwait(false);
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
        // A renewal may end after End or Retire has stopped the timer. Without the check it would start the timer again, and renew an owner forever that is not needed any more.
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
