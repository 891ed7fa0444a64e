namespace Workflow.Persistence;

/// <summary>One instance in a store in memory: what is saved, and what a transaction that has not ended would make of it.</summary>
internal sealed class InstanceRow(Guid instanceId)
{
    private InstanceImage? _base;

    public Guid InstanceId { get; } = instanceId;

    /// <summary>What is saved; null: nothing yet.</summary>
    public InstanceImage? Saved { get; set; }

    /// <summary>The transaction that has written and not ended; null: none.</summary>
    public StoreTransaction? Transaction { get; private set; }

    /// <summary>What that transaction has written.</summary>
    public InstanceImage? Pending { get; private set; }

    /// <summary>Whether what is saved is still what the transaction went out from.</summary>
    public bool IsPendingValid => ReferenceEquals(_base, Saved);

    /// <summary>What a writer inside a transaction, or outside of any, goes out from.</summary>
    public InstanceImage? ImageFor(StoreTransaction? transaction) => transaction is not null && transaction == Transaction ? Pending : Saved;

    public void SetPending(StoreTransaction transaction, InstanceImage image)
    {
        if (Transaction is null)
        {
            Transaction = transaction;
            _base = Saved;
        }

        Pending = image;
    }

    public void ClearPending()
    {
        Transaction = null;
        Pending = null;
        _base = null;
    }
}
