namespace Workflow.Persistence.Sql;

/// <summary>Which messages of an instance to read.</summary>
/// <param name="Owner">The owner that holds the instance.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="After">Only messages with higher numbers.</param>
/// <param name="MaxCount">The maximum number of messages.</param>
/// <param name="MaxSize">The maximum size of the content of a message, in bytes.</param>
internal sealed record ReceiveRequest(SqlOwner Owner, Guid InstanceId, long After, int MaxCount, int MaxSize);
