namespace Workflow.Persistence;

/// <summary>Selects the saved instances that meet all conditions that are set. Immutable.</summary>
public sealed class InstanceQuery
{
    /// <summary>The ids of the instances to return; null, the default, for any.</summary>
    public IReadOnlyCollection<Guid>? InstanceIds { get; init; }

    /// <summary>The key of the instance to return; null, the default, for any. A completed instance has no keys.</summary>
    public Guid? Key { get; init; }

    /// <summary>The statuses of the instances to return; null, the default, for any.</summary>
    public IReadOnlyCollection<InstanceStatus>? Statuses { get; init; }

    /// <summary>The exact definition of the instances to return; null, the default, for any or none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The name of a bookmark, case-sensitive, at which the instances to return wait; null, the default, for any.</summary>
    public string? BookmarkName { get; init; }

    /// <summary>True for only the instances that were suspended after failures, false for only the others; null, the default, for both.</summary>
    public bool? IsSuspended { get; init; }

    /// <summary>
    /// The maximum number of instances; null, the default, for all. Zero returns none. A negative number causes an
    /// <see cref="ArgumentOutOfRangeException"/>.
    /// </summary>
    public int? MaxCount
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value ?? 0, nameof(value));
            field = value;
        }
    }
}
