namespace Workflow.Persistence;

/// <summary>Selects the saved instances that meet all conditions that are set. Immutable.</summary>
public sealed class InstanceQuery
{
    /// <summary>Only these instances; null, the default, for any.</summary>
    public IReadOnlyCollection<Guid>? InstanceIds { get; init; }

    /// <summary>Only the instance with this key; null, the default, for any. A completed instance has no keys.</summary>
    public Guid? Key { get; init; }

    /// <summary>Only instances in one of these states; null, the default, for any.</summary>
    public IReadOnlyCollection<InstanceStatus>? Statuses { get; init; }

    /// <summary>Only instances with exactly this definition; null, the default, for any or none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>Only instances that wait at a bookmark with this name, case-sensitive; null, the default, for any.</summary>
    public string? BookmarkName { get; init; }

    /// <summary>Only instances that were set aside after failures, or only the others; null, the default, for both.</summary>
    public bool? IsSetAside { get; init; }

    /// <summary>The maximum number of instances; null, the default, for all. Zero returns none. A negative number causes an <see cref="ArgumentOutOfRangeException"/>.</summary>
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
