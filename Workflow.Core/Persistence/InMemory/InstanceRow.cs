namespace Workflow.Persistence;

/// <summary>An instance in the store in memory: the saved image, and the image that an active transaction has written.</summary>
internal sealed class InstanceRow(Guid instanceId)
{
    private InstanceImage? _base;

    public Guid InstanceId { get; } = instanceId;

    /// <summary>The saved image; null for none.</summary>
    public InstanceImage? Saved { get; set; }

    /// <summary>The messages of the instance. Sends change them at once, also while a transaction has written the instance.</summary>
    public MessageInbox Inbox { get; } = new();

    /// <summary>The active transaction that has written the instance; null for none.</summary>
    public StoreTransaction? Transaction { get; private set; }

    /// <summary>The image that the transaction has written.</summary>
    public InstanceImage? Pending { get; private set; }

    /// <summary>Whether the saved image is still the one that the transaction started from.</summary>
    public bool IsPendingValid => ReferenceEquals(_base, Saved);

    /// <summary>The image that a writer starts from, inside a transaction or without one.</summary>
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
