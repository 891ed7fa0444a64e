using System.Diagnostics;

namespace Workflow.Runtime.State;

/// <summary>An outstanding bookmark, which is a node in the linked list of its owner's bookmarks.</summary>
internal class BookmarkEntry(Bookmark bookmark, Frame owner, BookmarkCallback? callback, BookmarkOptions options)
{
    public readonly Bookmark Bookmark = bookmark;

    public readonly Frame Owner = owner;

    public readonly BookmarkCallback? Callback = callback;

    public readonly BookmarkOptions Options = options;

    /// <summary>
    /// The number of bookmarks that keep the owner from completing. Valid only in the first node of the list, so that each bookmark is counted once.
    /// </summary>
    private int _blocking;

    /// <summary>The next bookmark in the list of the table; null at the end, and if the table has no list.</summary>
    public BookmarkEntry? NextInTable;

    private BookmarkEntry? _next;

    private BookmarkEntry? _previous;

    /// <summary>The number of bookmarks that keep the owner from completing. Valid only for the bookmark created last.</summary>
    public int BlockingOfOwner => _blocking;

    private int Weight => (Options & BookmarkOptions.NonBlocking) == 0 ? 1 : 0;

    /// <summary>Inserts the bookmark at the front of its owner's list. A blocking bookmark adds to the pending work of the owner.</summary>
    public void AddToOwner()
    {
        Debug.Assert(!Owner.IsCompleted, "Only an activity instance that executes waits at bookmarks.");
        _next = Owner.Bookmarks;
        _blocking = Weight;
        if (_next is not null)
        {
            _next._previous = this;
            _blocking += _next._blocking;
        }

        Owner.Bookmarks = this;
        Owner.PendingWork += Weight;
    }

    public void RemoveFromOwner()
    {
        if (_next is not null)
        {
            _next._previous = _previous;
        }

        if (_previous is not null)
        {
            _previous._next = _next;
            Owner.Bookmarks!._blocking -= Weight;
        }
        else
        {
            Owner.Bookmarks = _next;
            if (_next is not null)
            {
                _next._blocking = _blocking - Weight;
            }
        }

        Owner.PendingWork -= Weight;
        Debug.Assert(Owner.PendingWork >= 0, "Each blocking bookmark is counted once.");
    }
}
