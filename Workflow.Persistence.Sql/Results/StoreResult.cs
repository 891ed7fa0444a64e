namespace Workflow.Persistence.Sql;

/// <summary>
/// The outcome of a call, with the data for an error message. Immutable. A class, because each asynchronous method that passes a struct on would reserve 120
/// bytes for it.
/// </summary>
/// <param name="Outcome">The outcome.</param>
internal sealed record StoreResult(StoreOutcome Outcome)
{
    public static readonly StoreResult Done = new(StoreOutcome.Done);

    /// <summary>Marks a queued call that was not executed: its caller must execute it separately. Compared by reference.</summary>
    public static readonly StoreResult NotExecuted = new(StoreOutcome.Done);

    /// <summary>The instance of the call, or the instance that has the key.</summary>
    public Guid InstanceId { get; init; }

    public long LockVersion { get; init; }

    /// <summary>The key that belongs to another instance.</summary>
    public Guid Key { get; init; }

    /// <summary>The owner that holds the lock of the instance.</summary>
    public Guid HolderId { get; init; }

    public string? HolderName { get; init; }

    /// <summary>The definition of the saved instance.</summary>
    public WorkflowIdentity? Identity { get; init; }

    /// <summary>The sequence number of the stored message.</summary>
    public long Sequence { get; init; }

    /// <summary>The sequence number of the last earlier message that waits for the instance, 0 for none; null if it is not known.</summary>
    public long? PreviousSequence { get; init; }

    /// <summary>True if the message can have made its instance runnable; false if an owner holds the instance.</summary>
    public bool MayWake { get; init; } = true;

    /// <summary>True if an earlier call carried out the request.</summary>
    public bool IsRepeated { get; init; }

    public LoadedRow? Loaded { get; init; }
}
