using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>Keeps an owner alive as long as it is needed: one timer an owner, however many instances it holds. Safe from any thread.</summary>
internal sealed class OwnerLease
{
    private readonly Lock _gate = new();
    private readonly HashSet<InstanceHold> _holds = [];
    private readonly Alarm _alarm;
    private bool _isOver;

    private OwnerLease(InstanceStore store, InstanceOwner owner)
    {
        Store = store;
        Owner = owner;
        _alarm = new Alarm(store.TimeProvider, () => _ = RenewAsync());
    }

    public InstanceStore Store { get; }

    public InstanceOwner Owner { get; }

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

    /// <summary>Makes an owner, and renews its lease until the end.</summary>
    public static async Task<OwnerLease> CreateAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        OwnerLease lease = new(store, await store.CreateOwnerAsync(options, cancellationToken).ConfigureAwait(false));
        lease.Arm(lease.Owner.RenewalPeriod);
        return lease;
    }

    /// <summary>Has an instance told when the owner is gone.</summary>
    /// <exception cref="InstanceOwnerException">It is gone already.</exception>
    public void Add(InstanceHold hold)
    {
        lock (_gate)
        {
            if (_isOver)
            {
                throw Gone();
            }

            _holds.Add(hold);
        }
    }

    public void Remove(InstanceHold hold)
    {
        lock (_gate)
        {
            _holds.Remove(hold);
        }
    }

    /// <summary>The owner turned out to be gone; what it held is lost.</summary>
    public void Lose(InstanceOwnerException reason)
    {
        foreach (InstanceHold hold in End())
        {
            hold.Lose(reason);
        }
    }

    /// <summary>Ends the owner; what it still holds is lost for this process. One that cannot be deleted now expires.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        Lose(Gone());
        await Store.DeleteOwnerAsync(Owner, cancellationToken).ConfigureAwait(false);
    }

    private InstanceHold[] End()
    {
        lock (_gate)
        {
            _isOver = true;
            _alarm.Stop();
            InstanceHold[] holds = [.. _holds];
            _holds.Clear();
            return holds;
        }
    }

    private async Task RenewAsync()
    {
        TimeSpan next = Owner.RenewalPeriod;
        try
        {
            await Store.RenewOwnerAsync(Owner, CancellationToken.None).ConfigureAwait(false);
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
            if (!_isOver && Owner.RenewalPeriod != Timeout.InfiniteTimeSpan)
            {
                _alarm.Set(wait);
            }
        }
    }

    private InstanceOwnerException Gone() =>
        new($"The owner '{Owner.Id}' of saved instances has ended, so they may be with others; load them again.", Owner.Id);
}
