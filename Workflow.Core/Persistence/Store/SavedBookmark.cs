namespace Workflow.Persistence;

/// <summary>A named bookmark at which a saved instance waits: for people and queries, the state holds what a resumption needs. Immutable.</summary>
public sealed class SavedBookmark
{
    /// <summary>The name; not empty.</summary>
    public required string Name { get; init; }

    /// <summary>The display name of the activity that waits.</summary>
    public required string OwnerDisplayName { get; init; }

    /// <summary>The id of the scope that it is in; null, the default: none, or one without an id.</summary>
    public Guid? ScopeId { get; init; }
}
