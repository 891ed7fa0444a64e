namespace Workflow.Persistence;

/// <summary>Which saved instances are asked for: those that meet all conditions that are set. Immutable.</summary>
public sealed class InstanceQuery
{
    /// <summary>Only these instances; null, the default: whichever.</summary>
    public IReadOnlyCollection<Guid>? InstanceIds { get; init; }

    /// <summary>Only instances in one of these states; null, the default: in any.</summary>
    public IReadOnlyCollection<InstanceStatus>? Statuses { get; init; }

    /// <summary>Only instances of this very definition; null, the default: of any, or none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>Only instances that wait at a bookmark of this name, by its characters, case included; null, the default: whether they wait or not.</summary>
    public string? BookmarkName { get; init; }

    /// <summary>Only instances that were set aside after failures, or only those that were not; null, the default: both.</summary>
    public bool? IsSetAside { get; init; }

    /// <summary>At most so many; null, the default: all. Zero gives none, a negative number is an <see cref="ArgumentOutOfRangeException"/>.</summary>
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
