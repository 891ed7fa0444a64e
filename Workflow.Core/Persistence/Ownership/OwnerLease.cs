using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>Keeps an owner alive as long as it is needed: one timer an owner, however many instances it holds. Safe from any thread.</summary>
internal sealed class OwnerLease : StoreLease
{
    /// <summary>How often the store may fail to take back the lock of an owner that is not renewed any more; the waits between are longer than leases last.</summary>
    private const int LastAttempts = 12;

    private readonly Lock _gate = new();
    private readonly HashSet<InstanceLock> _locks = [];
    private readonly UnlockBacklog _backlog;
    private readonly Alarm _alarm;
    private bool _isRetired;
    private bool _isOver;

    private OwnerLease(InstanceStore store, InstanceOwner owner)
        : base(owner)
    {
        Store = store;
        _backlog = new UnlockBacklog(store.TimeProvider, TryGiveBackAsync);
        _alarm = new Alarm(store.TimeProvider, () => _ = RenewAsync());
    }

    public InstanceStore Store { get; }

    /// <summary>Whether the owner can do nothing any more.</summary>
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

    /// <summary>How long a call is awaited that has no caller to give it up: short enough to try again before the lease expires.</summary>
    private TimeSpan CallLimit => Owner.RenewalPeriod == Timeout.InfiniteTimeSpan ? TimeSpan.FromSeconds(15) : Owner.RenewalPeriod / 2;

    /// <summary>Makes an owner, and renews its lease until the end.</summary>
    public static async Task<OwnerLease> CreateAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        OwnerLease lease = new(
            store,
            await StoreCall.RunAsync(token => store.CreateOwnerAsync(options, token), cancellationToken, late => _ = DeleteAsync(store, late)).ConfigureAwait(false));
        lease.Arm(lease.Owner.RenewalPeriod);
        return lease;
    }

    /// <summary>Has an instance told when the owner is gone.</summary>
    /// <exception cref="InstanceOwnerException">It is gone already.</exception>
    public void Add(InstanceLock instanceLock)
    {
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

    /// <summary>Gives a lock back. Ends with the first attempt; when that fails, others follow until the store has answered or the owner is gone. Does not fail.</summary>
    public async Task GiveBackAsync(LockReturn item)
    {
        if (!await TryGiveBackAsync(item).ConfigureAwait(false))
        {
            _backlog.Add(item);
        }
    }

    /// <summary>Waits for the end of a call that was given up, but not for ever. Does not fail.</summary>
    public async Task AwaitLateAsync(Task late)
    {
        try
        {
            await CallAsync(_ => late).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // It goes on.
        }
    }

    /// <summary>The owner turned out to be gone; what it held is lost.</summary>
    public void Lose(InstanceOwnerException reason)
    {
        foreach (InstanceLock instanceLock in End())
        {
            instanceLock.Lose(reason);
        }
    }

    /// <summary>Ends the owner; what it still holds is lost for this process. One that cannot be deleted now expires.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        Lose(Gone());
        await StoreCall.RunAsync(token => Store.DeleteOwnerAsync(Owner, token), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Renews the lease no more: whatever the store does from now on, what the owner has locked is free when it expires.</summary>
    public void Retire()
    {
        lock (_gate)
        {
            _isRetired = true;
            _alarm.Stop();
        }
    }

    /// <summary>Ends an owner that is no longer needed, when all its locks have been given back. Does not fail, and need not be waited for: the lease expires in any case.</summary>
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
            // It expires.
        }
    }

    /// <summary>An owner whose making was given up is not needed.</summary>
    private static async Task DeleteAsync(InstanceStore store, Task<InstanceOwner> late)
    {
        try
        {
            OwnerLease lease = new(store, await late.ConfigureAwait(false));
            await lease.CloseAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // There is none.
        }
    }

    /// <summary>Calls the store on behalf of no one operation, so that only time can give the call up.</summary>
    private async Task CallAsync(Func<CancellationToken, Task> call)
    {
        using CancellationTokenSource limit = new(CallLimit, Store.TimeProvider);
        await StoreCall.RunAsync(call, limit.Token).ConfigureAwait(false);
    }

    /// <summary>Whether the store has answered: the lock was given back, or was not this owner's any more.</summary>
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
        }
        catch (InstanceOwnerException gone)
        {
            Lose(gone);
        }
        catch (Exception)
        {
            // The store cannot be reached, which may pass before the lease does. If it does not, the store will say that the owner is gone.
            next /= 4;
        }

        Arm(next);
    }

    private void Arm(TimeSpan wait)
    {
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
