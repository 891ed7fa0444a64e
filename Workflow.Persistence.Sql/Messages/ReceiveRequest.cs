namespace Workflow.Persistence.Sql;

/// <summary>Which messages of an instance to read.</summary>
/// <param name="Owner">The owner that holds the instance.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="After">Only messages with higher numbers.</param>
/// <param name="MaxCount">The maximum number of messages.</param>
/// <param name="MaxSize">The maximum size of the content of a message, in bytes.</param>
/// <param name="Limit">Which contents to read; null for all.</param>
internal sealed record ReceiveRequest(SqlOwner Owner, Guid InstanceId, long After, int MaxCount, int MaxSize, ContentLimit? Limit)
{
    /// <summary>The maximum bytes of contents.</summary>
    public long MaxBytes => Limit?.MaxBytes ?? long.MaxValue;

    /// <summary>The size of a content that is read whether or not the instance can take the message.</summary>
    public int SmallSize => Limit is null ? int.MaxValue : ContentLimit.SmallSize;
}
