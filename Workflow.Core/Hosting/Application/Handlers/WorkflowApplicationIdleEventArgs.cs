using System.Collections.ObjectModel;
using Workflow.Hosting;

namespace Workflow;

/// <summary>The arguments of the handlers <see cref="WorkflowApplication.Idle"/> and <see cref="WorkflowApplication.PersistableIdle"/>.</summary>
public class WorkflowApplicationIdleEventArgs : WorkflowApplicationEventArgs
{
    /// <summary>
    /// The largest number of bookmarks for which the list is created in advance. A longer list is created only when the handler reads it, so that the cost
    /// of a wait does not grow with the number of bookmarks.
    /// </summary>
    private const int Few = 100;

    private readonly Bookmark? _only;
    private readonly Activity? _owner;
    private ReadOnlyCollection<BookmarkInfo>? _bookmarks;
    private HostedInstance? _waiting;

    internal WorkflowApplicationIdleEventArgs(HostedInstance instance)
        : base(instance)
    {
        if (instance.Run.OnlyBookmark is { } entry)
        {
            // Most instances wait at one bookmark, and most handlers do not read the list. The parts of the entry are kept, because its frame is reused.
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

    /// <summary>The named bookmarks at which the instance waits; empty if there are none.</summary>
    /// <exception cref="InvalidOperationException">
    /// There are more than a hundred bookmarks, and the list is read for the first time after the handler has returned.
    /// </exception>
    public ReadOnlyCollection<BookmarkInfo> Bookmarks => _bookmarks ??= MakeList();

    /// <summary>Ends the use of the instance: the handler has returned, and the instance continues.</summary>
    internal void Close() => _waiting = null;

    private ReadOnlyCollection<BookmarkInfo> MakeList() =>
        _only is { Number: 0 } ? new([new BookmarkInfo(_only.Name, _owner!.DisplayName, null)])
        : _only is not null ? ReadOnlyCollection<BookmarkInfo>.Empty
        : _waiting?.Run.Bookmarks ?? throw new InvalidOperationException(
            "The instance may not wait at these bookmarks any more; read 'Bookmarks' before the handler returns, or call GetBookmarksAsync.");
}
