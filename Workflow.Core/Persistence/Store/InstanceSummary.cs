using System.Collections.ObjectModel;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>What a store knows of a saved instance without loading it, at the moment of the query. Immutable.</summary>
public sealed class InstanceSummary
{
    /// <summary>The instance.</summary>
    public required Guid InstanceId { get; init; }

    /// <summary>The definition that it was started with; null, the default: none was named.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; init; }

    /// <summary>The state that it was saved in.</summary>
    public required InstanceStatus Status { get; init; }

    /// <summary>When it was first saved, on the store's clock.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>When it was last saved, on the store's clock.</summary>
    public required DateTimeOffset Updated { get; init; }

    /// <summary>When its earliest timer is due, on the store's clock; null, the default: it waits for none.</summary>
    public DateTimeOffset? Due { get; init; }

    /// <summary>The id of the owner that holds it; null, the default: nobody does, or the owner's lease has expired.</summary>
    public Guid? OwnerId { get; init; }

    /// <summary>The name of the owner that holds it; null, the default: nobody does.</summary>
    public string? OwnerName { get; init; }

    /// <summary>How often in a row hosts have failed with it, since it was last saved or released; 0 by default.</summary>
    public int Failures { get; init; }

    /// <summary>What the last of these failures was, for people; null, the default: there was none.</summary>
    public string? LastFailure { get; init; }

    /// <summary>Before when, on the store's clock, it is not runnable again because of its failures; null, the default: there were none, or it was set aside.</summary>
    public DateTimeOffset? RetryAt { get; init; }

    /// <summary>Whether it failed so often that it is not runnable before <see cref="InstanceStore.ReleaseAsync"/>; false by default. It can be loaded by its id.</summary>
    public bool IsSetAside { get; init; }

    /// <summary>The named bookmarks at which it waits; none by default.</summary>
    public IReadOnlyList<SavedBookmark> Bookmarks { get; init; } = [];

    /// <summary>The initial and write-only values that the store keeps readable: all, or those it was told to. None by default.</summary>
    public IReadOnlyDictionary<XName, object?> Values { get; init; } = ReadOnlyDictionary<XName, object?>.Empty;
}
