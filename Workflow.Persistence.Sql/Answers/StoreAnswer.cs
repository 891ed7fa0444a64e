namespace Workflow.Persistence.Sql;

/// <summary>What came of a call, with what a message about it names. Immutable. It is an object, because each of the calls that hand it on would have a place for its 120 bytes otherwise.</summary>
/// <param name="Outcome">What came of it.</param>
internal sealed record StoreAnswer(StoreOutcome Outcome)
{
    public static readonly StoreAnswer Done = new(StoreOutcome.Done);

    /// <summary>Nothing was done, because the call is to be made alone.</summary>
    public static readonly StoreAnswer Alone = new(StoreOutcome.Done);

    /// <summary>The instance that was looked for, or that has the key.</summary>
    public Guid InstanceId { get; init; }

    public long LockVersion { get; init; }

    /// <summary>The key that is taken.</summary>
    public Guid Key { get; init; }

    /// <summary>The owner that holds the instance.</summary>
    public Guid HolderId { get; init; }

    public string? HolderName { get; init; }

    /// <summary>The definition that the instance was saved with.</summary>
    public WorkflowIdentity? Identity { get; init; }

    /// <summary>The number of the message that was stored.</summary>
    public long Sequence { get; init; }

    /// <summary>The number of the last message before it that waits for the instance, 0 for none; null: it is not known.</summary>
    public long? PreviousSequence { get; init; }

    /// <summary>Whether a message can have made its instance runnable; false if another owner holds it.</summary>
    public bool MayWake { get; init; } = true;

    /// <summary>Whether the request was carried out before.</summary>
    public bool IsRepeated { get; init; }

    public LoadedInstance? Loaded { get; init; }
}
