namespace Workflow.Persistence;

/// <summary>Selects the messages of an instance that a host receives.</summary>
public readonly record struct MessageQuery
{
    /// <summary>Creates a query for the messages of an instance.</summary>
    /// <param name="instanceId">The instance, which the owner holds.</param>
    /// <param name="maxCount">The maximum number of messages; at least 1.</param>
    public MessageQuery(Guid instanceId, int maxCount)
    {
        InstanceId = instanceId;
        MaxCount = maxCount;
    }

    /// <summary>The instance, which the owner holds.</summary>
    public Guid InstanceId { get; }

    /// <summary>The maximum number of messages; at least 1. A host that gets this many messages calls again.</summary>
    public int MaxCount { get; }

    /// <summary>The number of the last message to skip: only messages with a higher number are read. 0, the default, for all; never negative.</summary>
    public long After { get; init; }

    /// <summary>The limit that selects the contents to read; null, the default, for all contents.</summary>
    public ContentLimit? ContentLimit { get; init; }

    /// <summary>Throws an exception if a number is out of range. For stores.</summary>
    /// <param name="query">The query.</param>
    /// <exception cref="ArgumentOutOfRangeException"><see cref="After"/> is negative, or <see cref="MaxCount"/> is below 1.</exception>
    public static void Validate(MessageQuery query)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(query.After, nameof(query));
        ArgumentOutOfRangeException.ThrowIfLessThan(query.MaxCount, 1, nameof(query));
    }
}
