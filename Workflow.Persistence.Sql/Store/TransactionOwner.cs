namespace Workflow.Persistence.Sql;

/// <summary>
/// An owner in a transaction of the application, with the locks that it has there. It has a row only as long as it holds something, because nothing renews a lease in the transaction, and
/// nothing is to stay of an owner whose host does not end it. Thread-safe, except for the row.
/// </summary>
internal sealed class TransactionOwner(InstanceOwnerOptions options, TimeSpan renewalPeriod) : InstanceOwner(Guid.NewGuid(), options, renewalPeriod)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<Guid, long> _held = [];
    private readonly List<HeldLock> _returned = [];

    /// <summary>Its row; null: none. Used in the turn of a call.</summary>
    public SqlOwner? Row { get; private set; }

    /// <summary>What is to be given back with the next call.</summary>
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

    /// <summary>Notes that a lock is to be given back; false when it is not held.</summary>
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

    /// <summary>Notes that all locks are to be given back.</summary>
    public void ReturnAll()
    {
        lock (_gate)
        {
            _returned.AddRange(_held.Select(held => new HeldLock(held.Key, held.Value, null)));
            _held.Clear();
        }
    }

    /// <summary>Whether nothing will be held when locks are given back and a call has ended.</summary>
    /// <param name="returned">What is given back.</param>
    /// <param name="after">The lock with which the call ends; its version is 0 when it is given back; null: the call has none.</param>
    public bool IsFreeAfter(IReadOnlyList<HeldLock> returned, HeldLock? after)
    {
        lock (_gate)
        {
            return (after is null || after.Version == 0) && _returned.Count == returned.Count && _held.Keys.All(id => id == after?.InstanceId);
        }
    }

    /// <summary>Notes the end of a call, which is done.</summary>
    /// <param name="row">The row, or null after its end.</param>
    /// <param name="returned">What was given back.</param>
    /// <param name="after">The lock with which the call ends.</param>
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

    /// <summary>Notes that the row is gone, for example because the application has gone back to a savepoint.</summary>
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
