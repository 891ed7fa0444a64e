namespace Workflow.Runtime.State;

/// <summary>The outstanding bookmarks of one scope.</summary>
internal sealed class ScopeTable(BookmarkScope scope)
{
    public readonly BookmarkScope Scope = scope;

    public readonly Dictionary<string, BookmarkEntry> Entries = new(StringComparer.Ordinal);
}
