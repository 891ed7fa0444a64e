using System.Collections.ObjectModel;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>Describes a saved instance at the time of a query. Immutable.</summary>
public sealed record InstanceSummary
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The identity of the definition that the instance was started with; null, the default, for none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The status with which the instance was saved.</summary>
    public required InstanceStatus Status { get; init; }

    /// <summary>The time of the first save, by the clock of the store.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>The time of the last save, by the clock of the store.</summary>
    public required DateTimeOffset UpdatedAt { get; init; }

    /// <summary>The due time of the earliest timer, by the clock of the store; null, the default, for none.</summary>
    public DateTimeOffset? DueAt { get; init; }

    /// <summary>The id of the owner that holds the lock. Null, the default, if the instance is not locked or the lease of the owner has expired.</summary>
    public Guid? OwnerId { get; init; }

    /// <summary>The name of the owner that holds the lock. Null, the default, if the instance is not locked.</summary>
    public string? OwnerName { get; init; }

    /// <summary>The number of failures in a row since the last save or release; 0 by default.</summary>
    public int FailureCount { get; init; }

    /// <summary>The text of the last of these failures; null, the default, for none.</summary>
    public string? LastFailure { get; init; }

    /// <summary>
    /// The time, by the clock of the store, until which failures delay the instance. Null, the default, if there were no failures or the instance was
    /// suspended.
    /// </summary>
    public DateTimeOffset? RetryAt { get; init; }

    /// <summary>
    /// True if failures have suspended the instance, so that it is not runnable until <see cref="InstanceStore.ContinueAsync"/>; false by default. The instance
    /// can still be loaded by its id.
    /// </summary>
    public bool IsSuspended { get; init; }

    /// <summary>The named bookmarks at which the instance waits; none by default.</summary>
    public IReadOnlyList<SavedBookmark> Bookmarks { get; init; } = [];

    /// <summary>The number of messages that wait for the instance; 0 by default.</summary>
    public int PendingMessageCount { get; init; }

    /// <summary>
    /// The initial and write-only values that the store returns in queries: all of them, or those for which it was configured. None by default.
    /// </summary>
    public IReadOnlyDictionary<XName, object?> Values { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;
}
