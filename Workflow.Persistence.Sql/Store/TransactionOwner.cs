namespace Workflow.Persistence.Sql;

/// <summary>
/// An owner in a transaction of the application, and the locks that it holds there. It has a row only as long as it holds locks, because nothing renews a lease
/// in the transaction, and no row must remain of an owner whose host does not delete it. Thread-safe, except for the row.
/// </summary>
internal sealed class TransactionOwner(InstanceOwnerOptions options) : InstanceOwner(Guid.NewGuid(), options)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, long> _held = [];
    private readonly List<HeldLock> _returned = [];

    /// <summary>The row of the owner; null for none. Accessed only by the call that holds the semaphore of <see cref="TransactionCalls"/>.</summary>
    public SqlOwner? Row { get; private set; }

    /// <summary>The locks to release with the next call.</summary>
    public IReadOnlyList<HeldLock> Returned
    {
        get
        {
            lock (_gate)
            {
                return [.. _returned];
            }
        }
    }

    /// <summary>Marks a lock for release; false if the lock is not held.</summary>
    public bool TryReturn(HeldLock held)
    {
        lock (_gate)
        {
            if (_held.GetValueOrDefault(held.InstanceId) != held.Version)
            {
                return false;
            }

            _held.Remove(held.InstanceId);
            _returned.Add(held);
            return true;
        }
    }

    /// <summary>Marks all locks for release.</summary>
    public void ReturnAll()
    {
        lock (_gate)
        {
            _returned.AddRange(_held.Select(held => new HeldLock(held.Key, held.Value, null)));
            _held.Clear();
        }
    }

    /// <summary>Returns true if no lock will be held after locks were released and a call has ended.</summary>
    /// <param name="returned">The locks to release.</param>
    /// <param name="after">The lock after the call, with the version 0 if it is released; null if the call has none.</param>
    public bool IsFreeAfter(IReadOnlyList<HeldLock> returned, HeldLock? after)
    {
        lock (_gate)
        {
            return (after is null || after.Version == 0) && _returned.Count == returned.Count && _held.Keys.All(id => id == after?.InstanceId);
        }
    }

    /// <summary>Records the end of a successful call.</summary>
    /// <param name="row">The row of the owner; null if it was removed.</param>
    /// <param name="returned">The locks that were released.</param>
    /// <param name="after">The lock after the call.</param>
    public void Update(SqlOwner? row, IReadOnlyList<HeldLock> returned, HeldLock? after)
    {
        Row = row;
        lock (_gate)
        {
            _returned.RemoveAll(returned.Contains);
            if (after is { Version: 0 })
            {
                _held.Remove(after.InstanceId);
            }
            else if (after is not null)
            {
                _held[after.InstanceId] = after.Version;
            }
        }
    }

    /// <summary>Records that the row no longer exists, for example because the application has rolled back to a savepoint.</summary>
    public void Forget()
    {
        Row = null;
        lock (_gate)
        {
            _held.Clear();
            _returned.Clear();
        }
    }
}
