namespace Workflow.Persistence;

/// <summary>An instance in the store in memory: the saved image, and the image that an active transaction has written.</summary>
internal sealed class InstanceRow(Guid instanceId)
{
    private InstanceImage? _base;

    public Guid InstanceId { get; } = instanceId;

    /// <summary>The saved image; null for none.</summary>
    public InstanceImage? Saved { get; set; }

    /// <summary>The messages of the instance. A message is added at once, even while an active transaction has written the instance.</summary>
    public MessageInbox Inbox { get; } = new();

    /// <summary>The active transaction that has written the instance; null for none.</summary>
    public StoreTransaction? Transaction { get; private set; }

    /// <summary>The image that the transaction has written.</summary>
    public InstanceImage? Pending { get; private set; }

    /// <summary>True if the saved image is still the image from which the transaction started.</summary>
    public bool IsPendingValid => ReferenceEquals(_base, Saved);

    /// <summary>Returns the image from which a writer starts, inside or outside a transaction.</summary>
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
