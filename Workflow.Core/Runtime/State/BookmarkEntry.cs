using System.Diagnostics;

namespace Workflow.Runtime.State;

/// <summary>One outstanding bookmark: an element of the list of its owner.</summary>
internal class BookmarkEntry(Bookmark bookmark, Frame owner, BookmarkCallback? callback, BookmarkOptions options)
{
    public readonly Bookmark Bookmark = bookmark;

    public readonly Frame Owner = owner;

    public readonly BookmarkCallback? Callback = callback;

    public readonly BookmarkOptions Options = options;

    /// <summary>How many of the owner's bookmarks keep it from completing; kept by the first one of the list only, so that none is counted twice.</summary>
    private int _blocking;

    /// <summary>The bookmark behind it in the list of the table; null at the end, and when the table has no list.</summary>
    public BookmarkEntry? NextInTable;

    private BookmarkEntry? _next;

    private BookmarkEntry? _previous;

    public BookmarkEntry? NextOfOwner => _next;

    /// <summary>How many of the owner's bookmarks keep it from completing; asked of the one created last.</summary>
    public int BlockingOfOwner => _blocking;

    private int Weight => (Options & BookmarkOptions.NonBlocking) == 0 ? 1 : 0;

    /// <summary>Makes it the first bookmark of its owner, which has a reason more to wait if it blocks.</summary>
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
