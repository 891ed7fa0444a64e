using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>What an instance is at a save, without what only its hold knows.</summary>
internal sealed record InstanceContent
{
    public required InstanceStatus Status { get; init; }

    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The snapshot; empty when it has completed.</summary>
    public ReadOnlyMemory<byte> State { get; init; }

    public IReadOnlyList<SavedBookmark> Bookmarks { get; init; } = [];

    /// <summary>How long until the earliest timer is due; null: there is none.</summary>
    public TimeSpan? DueIn { get; init; }

    /// <summary>Plain values for others to read.</summary>
    public IReadOnlyDictionary<XName, object?> WriteOnlyValues { get; init; } = new Dictionary<XName, object?>();

    /// <summary>Plain values for others to read, which only the first save writes.</summary>
    public IReadOnlyDictionary<XName, object?> InitialValues { get; init; } = new Dictionary<XName, object?>();

    public bool IsCompleted => Status is InstanceStatus.Closed or InstanceStatus.Canceled or InstanceStatus.Faulted;
}
