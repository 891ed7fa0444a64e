using System.Collections.ObjectModel;

namespace Workflow.Hosting;

/// <summary>Lists the bookmarks of the instance.</summary>
internal sealed class BookmarksOperation(CancellationToken cancellationToken) : AwaitableOperation<ReadOnlyCollection<BookmarkInfo>>(cancellationToken)
{
    protected override ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        instance.Initialize();
        Succeed(instance.Run.Bookmarks);
        return ValueTask.CompletedTask;
    }
}
