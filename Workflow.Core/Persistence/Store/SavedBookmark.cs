namespace Workflow.Persistence;

/// <summary>
/// A named bookmark at which a saved instance waits. It is for display and queries only; a resumption uses the state of the instance. Immutable.
/// </summary>
public sealed class SavedBookmark
{
    /// <summary>The name; not empty.</summary>
    public required string Name { get; init; }

    /// <summary>The display name of the activity that waits.</summary>
    public required string OwnerDisplayName { get; init; }

    /// <summary>The id of the bookmark scope; null, the default, for no scope or a scope without an id.</summary>
    public Guid? ScopeId { get; init; }
}
