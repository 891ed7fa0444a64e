namespace Workflow.Runtime.State;

/// <summary>A bookmark in a scope, or under exclusive handles, or both.</summary>
internal sealed class ScopedEntry(
    Bookmark bookmark, Frame owner, BookmarkCallback? callback, BookmarkOptions options, ScopeTable? scope, ExclusiveClaims? claims)
    : BookmarkEntry(bookmark, owner, callback, options)
{
    /// <summary>Null for none.</summary>
    public readonly ScopeTable? Scope = scope;

    /// <summary>Null when no exclusive handle was around its owner.</summary>
    public readonly ExclusiveClaims? Claims = claims;
}
