using System.Collections.ObjectModel;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>Lists the bookmarks of an instance for hosts.</summary>
internal static class BookmarkList
{
    /// <summary>
    /// Lists the named bookmarks, those outside scopes first. Unnamed bookmarks are omitted, because they can only be resumed with their object.
    /// </summary>
    /// <remarks>Only the owner of the turn may call it.</remarks>
    public static ReadOnlyCollection<BookmarkInfo> Of(InstanceState instance)
    {
        List<BookmarkInfo>? named = null;
        foreach (BookmarkEntry entry in instance.Bookmarks.Outstanding)
        {
            if (entry.Bookmark.Number == 0)
            {
                (named ??= []).Add(Describe(entry));
            }
        }

        return named is null ? ReadOnlyCollection<BookmarkInfo>.Empty : new(named);
    }

    private static BookmarkInfo Describe(BookmarkEntry entry) => new(
        entry.Bookmark.Name, entry.Owner.Activity.DisplayName, entry is ScopedEntry { Scope: { } scope } ? new BookmarkScopeInfo(scope.Scope) : null);
}
