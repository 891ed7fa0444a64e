using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The information about the bookmarks of an instance that a host shows.</summary>
[Rule("8.6")]
public sealed class BookmarkListTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    public void Bookmarks_OfAnInstance_AreTheNamedOnesWithOwnerAndScope(Lane lane)
    {
        Probe numbered = new(_log, "numbered") { Body = context => context.CreateBookmark() };
        Parallel root = new()
        {
            Branches = { new Wait(_log, "plain"), numbered, new InScope(_log, "scoped", context => context.DefaultBookmarkScope) },
        };
        Running running = Runner.Start(root, lane);
        BookmarkInfo[] bookmarks = [.. running.Bookmarks];
        Assert.Equal([("plain", "plain"), ("scoped", "scoped")], bookmarks.Select(bookmark => (bookmark.BookmarkName, bookmark.OwnerDisplayName)));
        Assert.Null(bookmarks[0].ScopeInfo);
        BookmarkScopeInfo scope = bookmarks[1].ScopeInfo!;
        Assert.Equal((false, Guid.Empty, "1"), (scope.IsInitialized, scope.Id, scope.TemporaryId));
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Empty(running.Bookmarks);
    }

    [Theory, Lanes]
    public void ScopeInfo_OfAScopeWithAnId_NamesTheId(Lane lane)
    {
        Running running = Runner.Start(
            new InScope(_log, "b", context => context.DefaultBookmarkScope) { Options = BookmarkOptions.MultipleResume }, lane);
        running.Resume("b", Ids.A);
        BookmarkScopeInfo scope = Assert.Single(running.Bookmarks).ScopeInfo!;
        Assert.Equal((true, Ids.A, null), (scope.IsInitialized, scope.Id, scope.TemporaryId));
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }
}
