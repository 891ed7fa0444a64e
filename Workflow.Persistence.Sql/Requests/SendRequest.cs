namespace Workflow.Persistence.Sql;

/// <summary>A message to store. It contains copies only, so the caller may reuse its data.</summary>
internal sealed class SendRequest(InstanceMessage message)
{
    public Guid? InstanceId { get; } = message.InstanceId;

    /// <summary>The key of the instance; null if <see cref="InstanceId"/> identifies the instance.</summary>
    public Guid? Key { get; } = message.Key;

    public Guid? RequestId { get; } = message.RequestId;

    public MessageKind Kind { get; } = message.Kind;

    public string? BookmarkName { get; } = message.BookmarkName;

    public byte[] Content { get; } = message.Content.ToArray();

    public TimeSpan? ExpiresIn { get; } = message.ExpiresIn;

    /// <summary>The maximum number of messages that may wait for the instance.</summary>
    public required int MaxWaiting { get; init; }

    /// <summary>The maximum number of content bytes that may wait for the instance.</summary>
    public required long MaxWaitingBytes { get; init; }
}
