using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Bookmarks;

/// <summary>Tests the effects of a resumption.</summary>
public sealed class ResumptionTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resume_SingleResume_RemovesBookmarkBeforeCallback(Lane lane)
    {
        Probe root = new(_log, "p");
        root.Body = context =>
        {
            context.CreateBookmark("b", root.Resumed);
            _log.Add($"{context.ResumeBookmark(new Bookmark("b"), 1)} {context.ResumeBookmark(new Bookmark("b"), 2)} {context.RemoveBookmark("b")}");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "Success NotFound False", "p @ b 1");
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resume_MultipleResume_CallsBackUntilRemoved(Lane lane)
    {
        Probe root = new(_log, "p");
        root.Body = context => context.CreateBookmark("b", root.Resumed, BookmarkOptions.MultipleResume);
        root.OnResume = (context, _, value) =>
        {
            if (value is 3)
            {
                context.RemoveBookmark("b");
            }
        };
        Running running = Runner.Start(root, lane);
        running.Resume("b", 1);
        running.Resume("b", 2);
        Assert.True(running.IsIdle);
        running.Resume("b", 3);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "p @ b 1", "p @ b 2", "p @ b 3");
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resume_Queued_KeepsOwnerExecuting(Lane lane)
    {
        Probe child = new(_log, "child");
        child.Body = context =>
        {
            context.CreateBookmark("b", child.Resumed, BookmarkOptions.NonBlocking);
            context.ResumeBookmark(new Bookmark("b"), 1);
        };
        Runner.Run(new Probe(_log, "p", child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "child @ b 1", "p < child Closed");
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resume_BookmarkRemovedWhileQueued_StillRuns(Lane lane)
    {
        Probe root = new(_log, "p");
        root.Body = context =>
        {
            context.CreateBookmark("b", root.Resumed, BookmarkOptions.MultipleResume);
            context.ResumeBookmark(new Bookmark("b"), 1);
            context.RemoveAllBookmarks();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "p @ b 1");
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("8.8")]
    [Rule("8.3")]
    public void Resume_QueuedAtDefaultCancel_RunsAndEndsClosed(Lane lane)
    {
        ActivityInstance? waiting = null;
        Wait wait = new(_log, "w");
        Probe root = new(_log, "p", wait);
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            waiting = root.Schedule(context, wait);
        };
        root.OnResume = (context, _, _) =>
        {
            context.ResumeBookmark(new Bookmark("w"), 1);
            context.CancelChild(waiting!);
        };
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "w waits", "p @ go ", "w cancels", "w resumed 1", "p < w Closed");
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("8.8")]
    public void Resume_QueuedAtCancelWithOtherBookmark_EndsCanceled(Lane lane)
    {
        ActivityInstance? waiting = null;
        Probe child = new(_log, "child");
        child.Body = context =>
        {
            context.CreateBookmark("one", child.Resumed);
            context.CreateBookmark("two", child.Resumed);
        };
        Probe root = new(_log, "p", child);
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            waiting = root.Schedule(context, child);
        };
        root.OnResume = (context, _, _) =>
        {
            context.ResumeBookmark(new Bookmark("one"), 1);
            context.CancelChild(waiting!);
        };
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "child executes", "p @ go ", "child cancels", "child @ one 1", "p < child Canceled");
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("8.3")]
    public void Callback_NamedBookmark_ReceivesCreatedObject(Lane lane)
    {
        Bookmark? created = null, received = null;
        Probe root = new(_log, "p") { OnResume = (_, bookmark, _) => received = bookmark };
        root.Body = context => created = context.CreateBookmark("b", root.Resumed);
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        Assert.NotNull(created);
        Assert.Same(created, received);
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Resume_FromInside_IsFirstInFirstOut(Lane lane)
    {
        Wait a = new(_log, "a"), b = new(_log, "b");
        Probe root = new(_log, "p", a, b);
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            root.Schedule(context, a);
            root.Schedule(context, b);
        };
        root.OnResume = (context, _, _) =>
        {
            context.ResumeBookmark(new Bookmark("a"), 1);
            context.ResumeBookmark(new Bookmark("b"), 2);
        };
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "b waits", "a waits", "p @ go ", "a resumed 1", "p < a Closed", "b resumed 2", "p < b Closed");
    }

    [Theory, Lanes]
    [Rule("8.4")]
    public void Resume_UnknownOrAfterEnd_IsNotFound(Lane lane)
    {
        Running running = Runner.Start(new Wait(_log, "w"), lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("W"));
        Assert.True(running.IsIdle);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("w"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("w"));
    }

    [Theory, Lanes]
    [Rule("8.4")]
    public void Resume_OfOtherActivity_IsAllowed(Lane lane)
    {
        Probe resumer = new(_log, "resumer") { Body = context => _log.Add($"{context.ResumeBookmark(new Bookmark("w"), 1)}") };
        Runner.Run(new Parallel { Branches = { new Wait(_log, "w"), resumer } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w waits", "resumer executes", "Success", "w resumed 1");
    }
}
