using System.Collections.ObjectModel;
using System.Diagnostics;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>A named bookmark at which a workflow instance waits. An immutable snapshot; any thread may keep and read it.</summary>
[DebuggerDisplay("{BookmarkName,nq}, owner {OwnerDisplayName,nq}")]
public sealed class BookmarkInfo
{
    internal BookmarkInfo(string bookmarkName, string ownerDisplayName, BookmarkScopeInfo? scopeInfo)
    {
        BookmarkName = bookmarkName;
        OwnerDisplayName = ownerDisplayName;
        ScopeInfo = scopeInfo;
    }

    /// <summary>The name by which the bookmark is resumed.</summary>
    public string BookmarkName { get; }

    /// <summary>The display name of the activity that waits.</summary>
    public string OwnerDisplayName { get; }

    /// <summary>The scope of the bookmark; null if it is outside scopes.</summary>
    public BookmarkScopeInfo? ScopeInfo { get; }

    /// <summary>
    /// Lists the named bookmarks, those outside scopes first. Unnamed bookmarks are omitted, because they can only be resumed with their object.
    /// </summary>
    /// <remarks>Only the owner of the turn may call it.</remarks>
    internal static ReadOnlyCollection<BookmarkInfo> ListOf(InstanceState instance)
    {
        List<BookmarkInfo>? named = null;
        foreach (BookmarkEntry entry in instance.Bookmarks.Outstanding)
        {
            if (entry.Bookmark.Number == 0)
            {
                (named ??= []).Add(Of(entry));
            }
        }

        return named is null ? ReadOnlyCollection<BookmarkInfo>.Empty : new(named);
    }

    private static BookmarkInfo Of(BookmarkEntry entry) => new(
        entry.Bookmark.Name, entry.Owner.Activity.DisplayName, entry is ScopedEntry { Scope: { } scope } ? new BookmarkScopeInfo(scope.Scope) : null);
}
