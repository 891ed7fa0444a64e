namespace Workflow.Runtime.State;

/// <summary>A bookmark that is in a scope, or has exclusive handles around its owner, or both.</summary>
internal sealed class ScopedEntry(
    Bookmark bookmark, Frame owner, BookmarkCallback? callback, BookmarkOptions options, ScopeTable? scope, ExclusiveClaims? claims)
    : BookmarkEntry(bookmark, owner, callback, options)
{
    /// <summary>The scope; null if the bookmark is in none.</summary>
    public readonly ScopeTable? Scope = scope;

    /// <summary>The importance for the exclusive handles; null if there was none around the owner.</summary>
    public readonly ExclusiveClaims? Claims = claims;
}
