using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Bookmarks;

/// <summary>One outstanding bookmark; it hangs on the others of its owner.</summary>
internal class BookmarkEntry(Bookmark bookmark, Frame owner, BookmarkCallback? callback, BookmarkOptions options)
{
    public readonly Bookmark Bookmark = bookmark;

    public readonly Frame Owner = owner;

    public readonly BookmarkCallback? Callback = callback;

    public readonly BookmarkOptions Options = options;

    private BookmarkEntry? _next;

    private BookmarkEntry? _previous;

    public BookmarkEntry? NextOfOwner => _next;

    public void Hang()
    {
        _next = Owner.Bookmarks;
        if (_next is not null)
        {
            _next._previous = this;
        }

        Owner.Bookmarks = this;
        if ((Options & BookmarkOptions.NonBlocking) == 0)
        {
            Owner.Holds++;
        }
    }

    public void TakeOff()
    {
        if (_next is not null)
        {
            _next._previous = _previous;
        }

        if (_previous is null)
        {
            Owner.Bookmarks = _next;
        }
        else
        {
            _previous._next = _next;
        }

        if ((Options & BookmarkOptions.NonBlocking) == 0)
        {
            Owner.Holds--;
        }
    }
}
