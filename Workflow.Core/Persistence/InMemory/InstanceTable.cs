namespace Workflow.Persistence;

/// <summary>The saved instances of the store in memory, their keys, and the order in which they are runnable. Not thread-safe.</summary>
internal sealed class InstanceTable(OwnerTable owners, RequestTable requests, bool keepsCompleted)
{
    private readonly Dictionary<Guid, InstanceRow> _rows = [];
    private readonly Dictionary<Guid, Guid> _keys = [];
    private readonly SortedSet<InstanceImage> _runnable = new(Comparer<InstanceImage>.Create(static (left, right) =>
        (left.RunnableAt, left.Turn).CompareTo((right.RunnableAt, right.Turn))));
    private long _lastOrder;
    private long _lastTurn;

    /// <summary>All saved instances, in no particular order.</summary>
    public IEnumerable<InstanceRow> Saved => _rows.Values.Where(row => row.Saved is not null);

    public InstanceRow? Find(Guid instanceId) => _rows.GetValueOrDefault(instanceId);

    /// <summary>Returns the instance that a load names.</summary>
    /// <exception cref="InstanceNotReadyException">There is no such instance.</exception>
    /// <exception cref="InstanceKeyNotReadyException">No saved instance has the key.</exception>
    public InstanceRow Find(InstanceLoad load) => load.Key is { } key
        ? FindByKey(key) ?? throw new InstanceKeyNotReadyException($"The key '{key}' belongs to no saved instance.", key)
        : Find(load.InstanceId!.Value) ?? throw InstanceLocks.NotSaved(load.InstanceId.Value);

    /// <summary>Returns the saved instance that has a key; null if there is none.</summary>
    public InstanceRow? FindByKey(Guid key) =>
        _keys.TryGetValue(key, out Guid instanceId) && Find(instanceId) is { } row && row.Saved?.Keys.Contains(key) == true ? row : null;

    /// <summary>
    /// Returns the first instance that an owner can load now; null if there is none. Skips the instances of the excluded definitions, and suspects that the
    /// owner may not load now.
    /// </summary>
    public InstanceRow? FirstRunnable(OwnerTable.Lease lease, IReadOnlyCollection<WorkflowIdentity> excluded, DateTimeOffset now)
    {
        if (_runnable.Count == 0)
        {
            return null;
        }

        InstanceOwnerOptions options = lease.Owner.Options;
        int suspicion = lease.Suspects.Admitted;
        return _runnable
            .TakeWhile(image => image.RunnableAt <= now)
            .Where(image => image.Suspicion <= suspicion && !image.IsSuspended && options.Admits(image.DefinitionIdentity)
                && !(excluded.Count > 0 && image.DefinitionIdentity is { } identity && excluded.Contains(identity)))
            .Select(image => _rows[image.InstanceId])
            .FirstOrDefault(row => row.Transaction is not { IsPrepared: true });
    }

    /// <summary>Returns the time at which the next instance becomes runnable by a timer; null if there is none.</summary>
    /// <remarks>
    /// While a host waits, each call to the store needs this time, so a view of the sorted set skips the instances that are already runnable.
    /// </remarks>
    public DateTimeOffset? NextRunnable(DateTimeOffset now) =>
        _runnable.Max is { } last && last.RunnableAt > now
            ? _runnable.GetViewBetween(last with { RunnableAt = now, Turn = long.MaxValue }, last).Min!.RunnableAt
            : null;

    /// <summary>Writes the image of an instance, or the image that it will have if a transaction commits.</summary>
    /// <exception cref="InstanceKeyCollisionException">A key belongs to another instance.</exception>
    /// <exception cref="InstanceCollisionException">Another instance was started with the same request.</exception>
    public void Write(InstanceImage image, StoreTransaction? transaction, DateTimeOffset now)
    {
        ThrowIfStarted(image);
        ThrowIfTaken(image);
        if (StartOf(image) is { } start)
        {
            requests.AddStarted(start, image.InstanceId, transaction, now);
        }

        if (!_rows.TryGetValue(image.InstanceId, out InstanceRow? row))
        {
            row = new InstanceRow(image.InstanceId);
            _rows.Add(image.InstanceId, row);
        }

        image = image.Order == 0 ? image with { Order = ++_lastOrder } : image;
        if (transaction is null)
        {
            Set(row, image, now);
            return;
        }

        row.SetPending(transaction, image);
        transaction.Add(row);
        foreach (Guid key in image.Keys)
        {
            _keys[key] = image.InstanceId;
        }
    }

    /// <summary>Applies or discards the changes of a transaction to an instance.</summary>
    public void EndPending(InstanceRow row, bool isCommitted, DateTimeOffset now)
    {
        InstanceImage pending = row.Pending!;
        row.ClearPending();
        if (isCommitted)
        {
            if (row.Saved is null && pending.RequestId is { } started)
            {
                requests.AddStarted(started, row.InstanceId, transaction: null, now);
            }

            // The instance was just saved, so the end of its owner does not count as a failure.
            Set(
                row,
                pending.OwnerId is { } owner && owners.Find(owner) is null
                    ? pending with { OwnerId = null, RunnableAt = pending.IsSuspended ? null : now }
                    : pending,
                now);
            return;
        }

        FreeKeys(pending, row.Saved);
        if (row.Saved is null)
        {
            _rows.Remove(row.InstanceId);
            if (pending.RequestId is { } start)
            {
                requests.RemoveStarted(start);
            }
        }
    }

    /// <summary>
    /// Returns the active transaction in which another instance is started with the request of an image; null if there is none. The end of that transaction
    /// decides whether the request has been carried out.
    /// </summary>
    public StoreTransaction? StarterOf(InstanceImage image) => StartOf(image) is { } start ? requests.StarterOf(start) : null;

    /// <summary>Makes an instance runnable if it has messages that it may be able to take.</summary>
    public void Wake(InstanceRow row, DateTimeOffset now)
    {
        InstanceImage woken = Woken(row, row.Saved!, now);
        if (!ReferenceEquals(woken, row.Saved))
        {
            Set(row, woken, now);
        }
    }

    /// <summary>Releases the instances of an owner that was deleted or expired.</summary>
    public void Abandon(OwnerTable.Lease? gone, bool hasDied, DateTimeOffset now)
    {
        foreach (Guid instance in gone?.Held ?? [])
        {
            InstanceRow row = _rows[instance];
            Set(row, row.Saved!.Abandoned(gone!.Owner, hasDied, now), now);
        }
    }

    public void Set(InstanceRow row, InstanceImage image, DateTimeOffset now)
    {
        InstanceImage? old = row.Saved;
        // The messages are updated first, because Woken depends on them.
        row.Inbox.Apply(image.Messages, isLocked: image.OwnerId is not null);
        image = Woken(row, image, now) with { Messages = null };
        image = image.RunnableAt is null ? image : image with { Turn = ++_lastTurn };
        if (old?.RunnableAt is not null)
        {
            _runnable.Remove(old);
        }

        if (old is { IsUnsaved: true, Suspicion: > 0 } && !(image.IsUnsaved && image.OwnerId == old.OwnerId))
        {
            owners.LeaseOf(old.OwnerId)?.Suspects.Remove(row.InstanceId);
        }

        owners.Move(row.InstanceId, old?.OwnerId, image.OwnerId);
        if (old is not null)
        {
            FreeKeys(old, image);
        }

        row.Saved = image;
        if (image.IsCompleted)
        {
            row.Inbox.Clear();
            if (!keepsCompleted)
            {
                _rows.Remove(row.InstanceId);
                return;
            }
        }

        foreach (Guid key in image.Keys)
        {
            _keys[key] = row.InstanceId;
        }

        if (image.RunnableAt is not null)
        {
            _runnable.Add(image);
        }
    }

    private static InstanceImage Woken(InstanceRow row, InstanceImage image, DateTimeOffset now) =>
        image.OwnerId is null && row.Inbox.HasWork ? image.Woken(now) : image;

    /// <summary>Returns the request that a first save carries out; null if there is none.</summary>
    private static Guid? StartOf(InstanceImage image) => image.Order == 0 ? image.RequestId : null;

    private void ThrowIfStarted(InstanceImage image)
    {
        if (StartOf(image) is { } start && requests.FindStarted(start) is { } instanceId)
        {
            throw new InstanceCollisionException(
                $"The request '{start}' has already started the instance '{instanceId}'; continue with that instance.", instanceId);
        }
    }

    private void ThrowIfTaken(InstanceImage image)
    {
        foreach (Guid key in image.Keys)
        {
            if (_keys.TryGetValue(key, out Guid other) && other != image.InstanceId)
            {
                throw new InstanceKeyCollisionException(
                    $"The key '{key}' belongs to the instance '{other}' and cannot also be assigned to '{image.InstanceId}'; use a unique key.",
                    image.InstanceId,
                    key,
                    other);
            }
        }
    }

    private void FreeKeys(InstanceImage image, InstanceImage? successor)
    {
        foreach (Guid key in image.Keys)
        {
            if (successor?.Keys.Contains(key) != true)
            {
                _keys.Remove(key);
            }
        }
    }
}
