namespace Workflow.Persistence.Sql;

/// <summary>A request to read messages of an instance.</summary>
/// <param name="Owner">The owner that holds the instance.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="After">The number after which messages are read.</param>
/// <param name="MaxCount">The maximum number of messages.</param>
/// <param name="MaxSize">The maximum size of the content of a message, in bytes.</param>
/// <param name="Limit">The limit for the contents to read; null for all contents.</param>
internal sealed record ReceiveRequest(SqlOwner Owner, Guid InstanceId, long After, int MaxCount, int MaxSize, ContentLimit? Limit)
{
    /// <summary>The maximum number of content bytes.</summary>
    public long MaxBytes => Limit?.MaxBytes ?? long.MaxValue;

    /// <summary>The maximum size of a content that is read even if the instance may not be able to consume the message.</summary>
    public int SmallSize => Limit is null ? int.MaxValue : ContentLimit.SmallSize;
}
