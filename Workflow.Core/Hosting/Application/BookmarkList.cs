using System.Collections.ObjectModel;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>What a host tells about the bookmarks of an instance.</summary>
internal static class BookmarkList
{
    /// <summary>The named ones, as a numbered one is of no use without its object; those in no scope first.</summary>
    /// <remarks>Only for the owner of the instance's turn.</remarks>
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
