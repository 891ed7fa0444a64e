using System.Collections.ObjectModel;

namespace Workflow.Hosting;

/// <summary>Looks where the instance waits.</summary>
internal sealed class BookmarksOperation(CancellationToken cancellationToken) : AnsweredOperation<ReadOnlyCollection<BookmarkInfo>>(cancellationToken)
{
    protected override ValueTask PerformInTimeAsync(ApplicationInstance instance)
    {
        instance.Prepare();
        Succeed(instance.Run.Bookmarks);
        return ValueTask.CompletedTask;
    }
}
