using System.ComponentModel;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Bookmarks;

/// <summary>Tests the rules for the creation and removal of bookmarks.</summary>
public sealed class BookmarkRuleTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_NameInUse_ThrowsInvalidOperation(Lane lane)
    {
        Probe second = new(_log, "second");
        second.Body = context =>
        {
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("first", second.Resumed));
            context.CreateBookmark("FIRST", second.Resumed, BookmarkOptions.NonBlocking);
        };
        Running running = Runner.Start(new Parallel { Branches = { new Wait(_log, "first"), second } }, lane);
        running.Resume("first");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_NameResumedOrRemoved_IsFree(Lane lane)
    {
        Probe root = new(_log, "p");
        root.Body = context =>
        {
            context.CreateBookmark("b", root.Resumed);
            Assert.True(context.RemoveBookmark("b"));
            context.CreateBookmark("b", root.Resumed);
        };
        int resumptions = 0;
        root.OnResume = (context, _, _) =>
        {
            if (++resumptions == 1)
            {
                context.CreateBookmark("b", root.Resumed);
            }
        };
        Running running = Runner.Start(root, lane);
        running.Resume("b", 1);
        running.Resume("b", 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "p @ b 1", "p @ b 2");
    }

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_SameNameInTwoInstances_IsAllowed(Lane lane)
    {
        Wait root = new(_log, "w");
        Running one = Runner.Start(root, lane), two = Runner.Start(root, lane);
        one.Resume("w", "one");
        Assert.True(two.IsIdle);
        two.Resume("w", "two");
        one.End().AssertCompleted(ActivityInstanceState.Closed);
        two.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w waits", "w waits", "w resumed one", "w resumed two");
    }

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_Unnamed_IsResumedByObjectOnly(Lane lane)
    {
        Bookmark? first = null, second = null;
        Probe root = new(_log, "p");
        root.Body = context =>
        {
            first = context.CreateBookmark(root.Resumed);
            second = context.CreateBookmark(root.Resumed);
        };
        Running running = Runner.Start(root, lane);
        Assert.Equal((string.Empty, string.Empty), (first!.Name, second!.Name));
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume(first.ToString()));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume(second, "second"));
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume(second));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume(first, "first"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "p @  second", "p @  first");
    }

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_UnnamedInLaterRun_RestartsNumbering(Lane lane)
    {
        List<string> numbers = [];
        Probe root = new(_log, "p");
        root.Body = context => numbers.Add(context.CreateBookmark(root.Resumed, BookmarkOptions.NonBlocking).ToString());
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["#1", "#1"], numbers);
    }

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_UnknownOptions_ThrowsInvalidEnumArgument(Lane lane) => Checked(lane, (root, context) =>
    {
        Assert.Throws<InvalidEnumArgumentException>(() => context.CreateBookmark("b", root.Resumed, (BookmarkOptions)4));
        Assert.Throws<InvalidEnumArgumentException>(() => context.CreateBookmark(root.Resumed, (BookmarkOptions)(-1)));
    });

    [Theory, Lanes]
    [Rule("8.1")]
    [Rule("8.2")]
    public void CreateBookmark_WithoutNameOrCallback_ThrowsArgument(Lane lane) => Checked(lane, (root, context) =>
    {
        Assert.ThrowsAny<ArgumentException>(() => context.CreateBookmark((string)null!));
        Assert.ThrowsAny<ArgumentException>(() => context.CreateBookmark(string.Empty));
        Assert.ThrowsAny<ArgumentException>(() => context.CreateBookmark(string.Empty, root.Resumed));
        Assert.Throws<ArgumentNullException>(() => context.CreateBookmark("b", null!));
        Assert.Throws<ArgumentNullException>(() => context.CreateBookmark("b", null!, BookmarkOptions.MultipleResume));
    });

    [Theory, Lanes]
    [Rule("8.2")]
    public void CreateBookmark_CannotInduceIdle_ThrowsInvalidOperation(Lane lane)
    {
        Probe root = new(_log, "p") { MayWait = false };
        root.Body = context =>
        {
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b"));
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark());
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, BookmarkOptions.NonBlocking));
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.2")]
    public void CreateBookmark_ByNameOnly_BlocksAndWakesOwnerOnce(Lane lane)
    {
        Running running = Runner.Start(
            new Sequence { Activities = { new Probe(_log, "p") { Body = context => context.CreateBookmark("b") }, new Step(_log, "next") } },
            lane);
        Assert.True(running.IsIdle);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", "ignored"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "next");
    }

    [Theory, Lanes]
    [Rule("8.2")]
    public void CreateBookmark_UnnamedWithoutCallback_AppliesOptions(Lane lane)
    {
        Bookmark? multiple = null;
        Probe root = new(_log, "p")
        {
            Body = context =>
            {
                multiple = context.CreateBookmark((BookmarkCallback?)null, BookmarkOptions.MultipleResume);
                context.CreateBookmark((BookmarkCallback?)null, BookmarkOptions.NonBlocking);
            },
        };
        root.OnCancel = context => context.RemoveBookmark(multiple!);
        Running running = Runner.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume(multiple!));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume(multiple!));
        Assert.True(running.IsIdle);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.2")]
    public void CreateBookmark_NonBlocking_DoesNotDelayOwner(Lane lane)
    {
        Probe root = new(_log, "p");
        root.Body = context => context.CreateBookmark("b", root.Resumed, BookmarkOptions.NonBlocking);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_OfOtherInstance_ThrowsInvalidOperation(Lane lane)
    {
        Bookmark? bookmark = null;
        Probe owner = new(_log, "owner");
        owner.Body = context => bookmark = context.CreateBookmark("b", owner.Resumed);
        Probe thief = new(_log, "thief")
        {
            Body = context =>
            {
                Assert.Throws<InvalidOperationException>(() => context.RemoveBookmark("b"));
                Assert.Throws<InvalidOperationException>(() => context.RemoveBookmark(bookmark!));
            },
        };
        Running running = Runner.Start(new Parallel { Branches = { owner, thief } }, lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_OfOtherRun_ThrowsInvalidOperation(Lane lane)
    {
        int runs = 0;
        Probe child = new(_log, "child");
        child.Body = context =>
        {
            if (++runs == 1)
            {
                context.CreateBookmark("b", child.Resumed);
            }
            else
            {
                Assert.Throws<InvalidOperationException>(() => context.RemoveBookmark("b"));
            }
        };
        Probe root = new(_log, "p", child);
        root.Body = context =>
        {
            root.Schedule(context, child);
            root.Schedule(context, child);
        };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(2, runs);
    }

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_Unknown_ReturnsFalse(Lane lane) => Checked(lane, (_, context) =>
    {
        Assert.False(context.RemoveBookmark("unknown"));
        Assert.False(context.RemoveBookmark(new Bookmark("unknown")));
    });

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_LastBlocking_CompletesOwner(Lane lane)
    {
        Probe root = new(_log, "p");
        root.Body = context =>
        {
            context.CreateBookmark("stay", root.Resumed);
            context.CreateBookmark("go", root.Resumed);
        };
        root.OnResume = (context, _, _) => Assert.True(context.RemoveBookmark("stay"));
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_AnyOrder_KeepsOthers(Lane lane)
    {
        string[] names = ["a", "b", "c", "d"];
        foreach (string[] order in (string[][])[["a", "b", "c", "d"], ["d", "c", "b", "a"], ["b", "c", "a", "d"], ["c", "a", "d", "b"]])
        {
            Probe root = new(_log, "p");
            root.Body = context =>
            {
                Array.ForEach(names, name => context.CreateBookmark(name, root.Resumed));
                context.CreateBookmark("rest", root.Resumed, BookmarkOptions.NonBlocking);
                foreach (string name in order[..2])
                {
                    Assert.True(context.RemoveBookmark(name));
                    Assert.False(context.RemoveBookmark(name));
                }
            };
            Running running = Runner.Start(root, lane);
            Assert.Equal([.. names.Except(order[..2]), "rest"], running.Bookmarks.Select(bookmark => bookmark.BookmarkName).Order(StringComparer.Ordinal));
            Assert.Equal(BookmarkResumptionResult.Success, running.Resume(order[2]));
            Assert.True(running.IsIdle);
            Assert.Equal(BookmarkResumptionResult.Success, running.Resume(order[3]));
            running.End().AssertCompleted(ActivityInstanceState.Closed);
            Assert.Empty(running.Bookmarks);
        }
    }

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveAllBookmarks_RemovesOnlyOwnBookmarks(Lane lane)
    {
        Probe caller = new(_log, "caller");
        caller.Body = context =>
        {
            context.CreateBookmark("a", caller.Resumed);
            context.CreateBookmark(caller.Resumed);
            context.CreateBookmark("b", caller.Resumed, BookmarkOptions.MultipleResume);
            context.RemoveAllBookmarks();
        };
        Running running = Runner.Start(new Parallel { Branches = { new Wait(_log, "other"), caller } }, lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("a"));
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("b"));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("other"));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("other waits", "caller executes", "other resumed ");
    }

    private void Checked(Lane lane, Action<Probe, NativeActivityContext> body)
    {
        Probe root = new(_log, "p");
        root.Body = context => body(root, context);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes");
    }
}
