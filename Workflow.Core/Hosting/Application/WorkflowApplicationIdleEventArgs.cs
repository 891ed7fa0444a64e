using System.Collections.ObjectModel;
using Workflow.Hosting;

namespace Workflow;

/// <summary>What <see cref="WorkflowApplication.Idle"/> and <see cref="WorkflowApplication.PersistableIdle"/> get.</summary>
public class WorkflowApplicationIdleEventArgs : WorkflowApplicationEventArgs
{
    /// <summary>A list of more bookmarks is made only when the handler asks, or each wait would cost what all bookmarks cost.</summary>
    private const int Few = 100;

    private readonly Bookmark? _only;
    private readonly Activity? _owner;
    private ReadOnlyCollection<BookmarkInfo>? _bookmarks;
    private ApplicationInstance? _waiting;

    internal WorkflowApplicationIdleEventArgs(ApplicationInstance instance)
        : base(instance)
    {
        if (instance.Run.OnlyBookmark is { } entry)
        {
            // Most instances wait at one, and most handlers do not ask for the list. What it takes is kept, and not the entry, whose frame is reused.
            _only = entry.Bookmark;
            _owner = entry.Owner.Activity;
        }
        else if (instance.Run.BookmarkCount <= Few)
        {
            _bookmarks = instance.Run.Bookmarks;
        }
        else
        {
            _waiting = instance;
        }
    }

    /// <summary>The named bookmarks at which the instance waits; empty for none.</summary>
    /// <exception cref="InvalidOperationException">There are more than a hundred, and they are read for the first time after the handler has returned.</exception>
    public ReadOnlyCollection<BookmarkInfo> Bookmarks => _bookmarks ??= MakeList();

    /// <summary>The handler has returned, and the instance goes on.</summary>
    internal void Close() => _waiting = null;

    private ReadOnlyCollection<BookmarkInfo> MakeList() =>
        _only is { Number: 0 } ? new([new BookmarkInfo(_only.Name, _owner!.DisplayName, null)])
        : _only is not null ? ReadOnlyCollection<BookmarkInfo>.Empty
        : _waiting?.Run.Bookmarks ?? throw new InvalidOperationException(
            "The instance may not wait at these bookmarks any more; read 'Bookmarks' before the handler returns, or call GetBookmarksAsync.");
}
