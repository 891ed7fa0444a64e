namespace Workflow.Persistence;

/// <summary>A message that waits for its instance. Immutable.</summary>
public sealed record StoredMessage
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The number of the message, which orders the messages of an instance.</summary>
    public required long Sequence { get; init; }

    /// <summary>The operation that the message requests.</summary>
    public required MessageKind Kind { get; init; }

    /// <summary>The bookmark to resume; null, the default, for the other kinds.</summary>
    public string? BookmarkName { get; init; }

    /// <summary>The data of the message, as in <see cref="InstanceMessage.Content"/>; empty by default.</summary>
    public ReadOnlyMemory<byte> Content { get; init; }

    /// <summary>
    /// The size of the content in bytes; 0, the default, if the store does not report it. It is larger than the length of <see cref="Content"/> if the
    /// content was not read.
    /// </summary>
    public int ContentSize { get; init; }

    /// <summary>True if the content of the message was not read, see <see cref="ContentLimit"/>.</summary>
    public bool IsContentOmitted => Content.Length < ContentSize;

    /// <summary>The time at which the store accepted the message, by its clock.</summary>
    public required DateTimeOffset ReceivedAt { get; init; }

    /// <summary>The time after which the message is not delivered, by the clock of the store; null, the default, if it does not expire.</summary>
    public DateTimeOffset? ExpiresAt { get; init; }

    /// <summary>
    /// True if <see cref="ExpiresAt"/> had passed when the message was read; false by default. The next save of the instance removes the message without
    /// delivering it.
    /// </summary>
    public bool IsExpired { get; init; }
}
