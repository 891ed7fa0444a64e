using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Bookmarks;

/// <summary>Tests the results of resumptions by scope from the host.</summary>
[Rule("8.4")]
public sealed class ScopedResumptionTests
{
    private readonly Log _log = new();
    private readonly Variable<BookmarkScopeHandle>[] _handles = [new("first"), new("second")];
    private readonly BookmarkScope?[] _scopes = new BookmarkScope?[2];

    [Theory, Lanes]
    public void Resume_DefaultScope_CallsBackOnce(Lane lane)
    {
        Running running = Runner.Start(Waiting("b", BookmarkOptions.None), lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty, 7));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("b waits", "b resumed 7");
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resume_MultipleResume_KeepsBookmark(Lane lane)
    {
        Running running = Runner.Start(
            new Parallel { Branches = { Waiting("b", BookmarkOptions.MultipleResume), Waiting("end", BookmarkOptions.None) } },
            lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty, 1));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty, 2));
        Assert.Equal(2, running.Bookmarks.Count);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("b waits", "end waits", "b resumed 1", "b resumed 2");
    }

    [Theory, Lanes]
    public void Resume_WithoutScope_IgnoresScopes(Lane lane)
    {
        Running running = Runner.Start(Waiting("b", BookmarkOptions.None), lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("b"));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnknownNameNothingElseOpen_IsNotFound(Lane lane)
    {
        Running running = Runner.Start(Waiting("b", BookmarkOptions.None), lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("other", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("B", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("other", Ids.A));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnknownNameWhileUnscopedOpen_IsNotReady(Lane lane)
    {
        Running running = Runner.Start(new Parallel { Branches = { Waiting("b", BookmarkOptions.None), new Wait(_log, "plain") } }, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("other", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty));
        running.Resume("plain");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnknownNameWhileNumberedOpen_IsNotReady(Lane lane)
    {
        Bookmark? numbered = null;
        Probe waiting = new(_log, "p") { Body = context => numbered = context.CreateBookmark() };
        Running running = Runner.Start(waiting, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("other", Guid.Empty));
        running.Resume(numbered!);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnknownNameWhileOperationRuns_IsNotReady(Lane lane)
    {
        Operation operation = new(_log, "operation");
        Running running = Runner.Start(new Parallel { Branches = { Waiting("b", BookmarkOptions.None), operation } }, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("other", Guid.Empty));
        operation.Succeed();
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("other", Guid.Empty));
        running.Resume("b", Guid.Empty);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnknownNameAfterOperationAborted_IsNotFound(Lane lane)
    {
        Probe failing = new(_log, "failing", new Operation(_log, "operation"));
        failing.Body = context =>
        {
            context.CreateBookmark("fail", failing.Resumed);
            failing.Schedule(context, failing.Children[0]);
        };
        failing.OnResume = (_, _, _) => throw new InvalidOperationException("boom");
        Sequence root = new()
        {
            Activities = { new TryCatch { Try = failing, Catches = { new Catch<InvalidOperationException>() } }, Waiting("b", BookmarkOptions.None) }
        };
        Running running = Runner.Start(root, lane);
        running.Resume("fail");
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("other", Guid.Empty));
        running.Resume("b", Guid.Empty);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnknownNameWhileOtherScopeOpen_IsNotReady(Lane lane)
    {
        Running running = Runner.Start(Scoped(Own("a", 0), Waiting("b", BookmarkOptions.None)), lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("other", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("other", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("10.2")]
    public void Resume_OutsideRunningTransaction_IsNotReady(Lane lane)
    {
        Parallel root = new() { Branches = { Waiting("b", BookmarkOptions.None), new TransactionScope { Body = Waiting("inside", BookmarkOptions.None) } } };
        Running running = Runner.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("b", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("b", Ids.A));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("inside", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.6")]
    public void Resume_UnknownId_InitializesFirstMatchingScope(Lane lane)
    {
        Running running = Runner.Start(Scoped(Own("one", 0), Own("two", 1), Own("same", 0), Own("same", 1)), lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("same", Ids.A, "first"));
        Assert.Equal(["one in A", "same in 3", "two in 3"], running.Bookmarks.Select(Text).Order(StringComparer.Ordinal));
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("same", Ids.A));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("same", Ids.B, "second"));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("one", Ids.A));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("two", Ids.B));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["same resumed first", "same resumed second"], _log.Entries.Where(entry => entry.StartsWith("same resumed", StringComparison.Ordinal)));
    }

    [Theory, Lanes]
    [Rule("8.6")]
    public void Resume_UnknownId_TriesDefaultScopeFirst(Lane lane)
    {
        Running running = Runner.Start(Scoped(Own("b", 0), Waiting("b", BookmarkOptions.None)), lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.A, "default"));
        BookmarkScopeInfo rest = Assert.Single(running.Bookmarks).ScopeInfo!;
        Assert.Equal("2", rest.TemporaryId);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("b", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.B, "own"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.6")]
    public void Resume_InitializesScope_DoesNotNotifyHost(Lane lane)
    {
        KeyedHost host = new(_log);
        host.Start(Waiting("b", BookmarkOptions.None), lane);
        Assert.Equal(BookmarkResumptionResult.Success, host.Resume("b", Ids.A, 1));
        host.AssertClosed();
        _log.AssertIs("b waits", "b resumed 1");
    }

    [Theory, Lanes]
    [Rule("8.6")]
    public void Resume_IdSetByActivity_FindsItsScope(Lane lane)
    {
        Probe root = Scoped(Waiting("b", BookmarkOptions.None), Own("b", 0));
        root.Body += context => _scopes[0]!.Initialize(context, Ids.A);
        KeyedHost host = new(_log);
        host.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.Success, host.Resume("b", Ids.A, "own"));
        Assert.Equal(BookmarkResumptionResult.Success, host.Resume("b", Ids.B, "default"));
        host.AssertClosed();
        Assert.Equal(["b resumed own", "b resumed default"], _log.Entries.Where(entry => entry.StartsWith("b resumed", StringComparison.Ordinal)));
    }

    private static string Text(BookmarkInfo bookmark) =>
        $"{bookmark.BookmarkName} in {bookmark.ScopeInfo!.TemporaryId ?? Ids.Name(bookmark.ScopeInfo.Id)}";

    private InScope Waiting(string name, BookmarkOptions options) => new(_log, name, context => context.DefaultBookmarkScope) { Options = options };

    private InScope Own(string name, int scope) => new(_log, name, _ => _scopes[scope]!);

    /// <summary>Returns an activity that creates two scopes, in order, and then runs its children.</summary>
    private Probe Scoped(params Activity[] children)
    {
        Probe root = new(_log, "root", children) { PrivateVariables = { _handles[0], _handles[1] } };
        root.Body = context =>
        {
            for (int i = 0; i < _handles.Length; i++)
            {
                BookmarkScopeHandle handle = context.GetValue(_handles[i]);
                handle.CreateBookmarkScope(context);
                _scopes[i] = handle.BookmarkScope;
            }

            root.Children.ForEach(child => root.Schedule(context, child));
        };
        return root;
    }
}
