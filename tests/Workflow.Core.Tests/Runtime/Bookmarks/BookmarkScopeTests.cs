using System.ComponentModel;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Bookmarks;

/// <summary>Tests the creation, initialization, deletion and use of bookmark scopes by activities.</summary>
[Rule("8.6")]
public sealed class BookmarkScopeTests
{
    private readonly Log _log = new();
    private readonly Variable<BookmarkScopeHandle> _handle = new("handle");
    private readonly Variable<BookmarkScopeHandle> _second = new("second");

    [Theory, Lanes]
    [Rule("8.1")]
    public void CreateBookmark_NameInOtherScope_IsFree(Lane lane) => Checked(lane, (root, context) =>
    {
        BookmarkScope scope = Create(context, _handle);
        context.CreateBookmark("b", root.Resumed);
        context.CreateBookmark("b", root.Resumed, scope);
        context.CreateBookmark("b", root.Resumed, context.DefaultBookmarkScope);
        Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, scope));
        Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, BookmarkScope.Default));
        Assert.True(context.RemoveBookmark("b", scope));
        context.CreateBookmark("b", root.Resumed, scope);
        context.RemoveAllBookmarks();
        context.CreateBookmark("b", root.Resumed, scope, BookmarkOptions.NonBlocking);
    });

    [Theory, Lanes]
    [Rule("8.1")]
    [Rule("8.2")]
    public void CreateBookmark_InvalidArguments_AreRefused(Lane lane) => Checked(lane, (root, context) =>
    {
        BookmarkScope scope = context.DefaultBookmarkScope;
        Assert.ThrowsAny<ArgumentException>(() => context.CreateBookmark(string.Empty, root.Resumed, scope));
        Assert.Throws<ArgumentNullException>(() => context.CreateBookmark("b", null!, scope));
        Assert.Throws<ArgumentNullException>(() => context.CreateBookmark("b", root.Resumed, null!));
        Assert.Throws<InvalidEnumArgumentException>(() => context.CreateBookmark("b", root.Resumed, scope, (BookmarkOptions)4));
        Assert.Throws<ArgumentException>(() => context.CreateBookmark("b", (_, _, _) => _log.Add("closure"), scope));
    });

    [Theory, Lanes]
    [Rule("8.2")]
    public void CreateBookmark_CannotInduceIdle_ThrowsInvalidOperation(Lane lane)
    {
        Probe root = new(_log, "p") { MayWait = false };
        root.Body = context => Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, context.DefaultBookmarkScope));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void CreateBookmark_ForeignScope_ThrowsInvalidOperation(Lane lane)
    {
        BookmarkScope? foreign = null;
        BookmarkScopeTests other = new();
        other.Checked(lane, (_, context) => foreign = Create(context, other._handle));
        Checked(lane, (root, context) =>
        {
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, foreign!));
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, new BookmarkScope(Ids.A)));
            Assert.False(context.RemoveBookmark("b", foreign!));
            Assert.False(context.RemoveBookmark("b", new BookmarkScope(Ids.A)));
        });
    }

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_ByName_SearchesOnlyItsScope(Lane lane) => Checked(lane, (root, context) =>
    {
        BookmarkScope scope = Create(context, _handle);
        context.CreateBookmark("b", root.Resumed, scope);
        Assert.False(context.RemoveBookmark("b"));
        Assert.False(context.RemoveBookmark("b", context.DefaultBookmarkScope));
        Assert.False(context.RemoveBookmark("B", scope));
        Assert.True(context.RemoveBookmark("b", scope));
        Assert.False(context.RemoveBookmark("b", scope));
        Assert.ThrowsAny<ArgumentException>(() => context.RemoveBookmark(string.Empty, scope));
        Assert.Throws<ArgumentNullException>(() => context.RemoveBookmark("b", null!));
    });

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_ByObject_RemovesThatBookmark(Lane lane) => Checked(lane, (root, context) =>
    {
        BookmarkScope scope = context.DefaultBookmarkScope;
        Bookmark scoped = context.CreateBookmark("b", root.Resumed, scope);
        Bookmark plain = context.CreateBookmark("b", root.Resumed);
        Assert.True(context.RemoveBookmark(scoped));
        Assert.False(context.RemoveBookmark("b", scope));
        Assert.True(context.RemoveBookmark(plain));
        Assert.False(context.RemoveBookmark(plain));
    });

    [Theory, Lanes]
    [Rule("8.5")]
    public void RemoveBookmark_OfOtherActivity_ThrowsInvalidOperation(Lane lane)
    {
        InScope waiting = new(_log, "b", context => context.DefaultBookmarkScope);
        Probe other = new(_log, "other")
        {
            Body = context => Assert.Throws<InvalidOperationException>(() => context.RemoveBookmark("b", BookmarkScope.Default))
        };
        Running running = Runner.Start(new Parallel { Branches = { waiting, other } }, lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Guid.Empty));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("8.3")]
    public void Bookmarks_OwnerCompletes_AreRemovedFromScope(Lane lane)
    {
        InScope owner = new(_log, "b", context => context.DefaultBookmarkScope) { Options = BookmarkOptions.NonBlocking };
        Running running = Runner.Start(new Sequence { Activities = { owner, new Wait(_log, "w") } }, lane);
        Assert.Equal("w", Assert.Single(running.Bookmarks).BookmarkName);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_ByDefaultWithScopedBookmark_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new InScope(_log, "b", context => context.DefaultBookmarkScope), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Empty(running.Bookmarks);
    }

    [Theory, Lanes]
    public void Default_OfInstance_IsOneScopeWithoutId(Lane lane) => Checked(lane, (_, context) =>
    {
        BookmarkScope scope = context.DefaultBookmarkScope;
        Assert.Same(scope, context.DefaultBookmarkScope);
        Assert.False(scope.IsInitialized);
        Assert.Equal(Guid.Empty, scope.Id);
        Assert.NotSame(scope, BookmarkScope.Default);
    });

    [Theory, Lanes]
    public void Handle_CreatesItsOwnScope(Lane lane) => Checked(lane, (_, context) =>
    {
        BookmarkScopeHandle handle = _handle.Get(context);
        Assert.Null(handle.BookmarkScope);
        Assert.Throws<InvalidOperationException>(() => handle.Initialize(context, Ids.A));
        handle.CreateBookmarkScope(context);
        Assert.False(handle.BookmarkScope!.IsInitialized);
        Assert.NotSame(context.DefaultBookmarkScope, handle.BookmarkScope);
        Assert.NotSame(Create(context, _second), handle.BookmarkScope);
        Assert.Throws<InvalidOperationException>(() => handle.CreateBookmarkScope(context));
        Assert.Throws<InvalidOperationException>(() => handle.CreateBookmarkScope(context, Ids.A));
        Assert.Throws<ArgumentNullException>(() => _second.Get(context).CreateBookmarkScope(null!));
    });

    [Theory, Lanes]
    public void Handle_NotInitialized_IsRefused(Lane lane) => Checked(lane, (_, context) =>
    {
        Assert.Throws<InvalidOperationException>(() => new BookmarkScopeHandle().CreateBookmarkScope(context));
        Assert.Throws<InvalidOperationException>(() => new BookmarkScopeHandle().Initialize(context, Ids.A));
        Assert.Same(BookmarkScope.Default, BookmarkScopeHandle.Default.BookmarkScope);
        Assert.Throws<InvalidOperationException>(() => BookmarkScopeHandle.Default.CreateBookmarkScope(context));
        Assert.Throws<InvalidOperationException>(() => BookmarkScopeHandle.Default.Initialize(context, Ids.A));
    });

    [Theory, Lanes]
    public void Scope_HandleEnded_Remains(Lane lane)
    {
        BookmarkScope? scope = null;
        Probe first = new(_log, "first") { PrivateVariables = { _handle } };
        first.Body = context => scope = Create(context, _handle);
        Running running = Runner.Start(new Sequence { Activities = { first, new InScope(_log, "b", _ => scope!) } }, lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Ids_HostWithoutKeys_AreRefused(Lane lane) => Checked(lane, (_, context) =>
    {
        Assert.Throws<InvalidOperationException>(() => _handle.Get(context).CreateBookmarkScope(context, Ids.A));
        Assert.Null(_handle.Get(context).BookmarkScope);
        Assert.Throws<InvalidOperationException>(() => context.DefaultBookmarkScope.Initialize(context, Ids.A));
        Assert.False(context.DefaultBookmarkScope.IsInitialized);
        _handle.Get(context).CreateBookmarkScope(context, Guid.Empty);
        Assert.False(_handle.Get(context).BookmarkScope!.IsInitialized);
    });

    [Theory, Lanes]
    public void Initialize_SetsIdOnceAndNotifiesHostAfterItem(Lane lane)
    {
        Keyed(lane, (_, context) =>
        {
            BookmarkScope scope = Create(context, _handle);
            _handle.Get(context).Initialize(context, Ids.A);
            Assert.True(scope.IsInitialized);
            Assert.Equal(Ids.A, scope.Id);
            Assert.Throws<InvalidOperationException>(() => scope.Initialize(context, Ids.B));
            Assert.Throws<InvalidOperationException>(() => context.DefaultBookmarkScope.Initialize(context, Ids.A));
            Assert.Throws<InvalidOperationException>(() => BookmarkScope.Default.Initialize(context, Ids.B));
            Assert.Throws<ArgumentException>(() => context.DefaultBookmarkScope.Initialize(context, Guid.Empty));
            Assert.Throws<ArgumentNullException>(() => context.DefaultBookmarkScope.Initialize(null!, Ids.B));
            context.DefaultBookmarkScope.Initialize(context, Ids.B);
            _log.Add("initialized");
        });
        _log.AssertIs("root executes", "initialized", "keys +[A B] -[]", "child", "root < child Closed");
    }

    [Theory, Lanes]
    public void CreateBookmarkScope_IdInUse_SharesScope(Lane lane)
    {
        Keyed(lane, (root, context) =>
        {
            _handle.Get(context).CreateBookmarkScope(context, Ids.A);
            _second.Get(context).CreateBookmarkScope(context, Ids.A);
            BookmarkScope scope = _handle.Get(context).BookmarkScope!;
            Assert.Same(scope, _second.Get(context).BookmarkScope);
            Assert.Equal(Ids.A, scope.Id);
            context.CreateBookmark("b", root.Resumed, new BookmarkScope(Ids.A));
            Assert.True(context.RemoveBookmark("b", scope));
        });
        Assert.Contains("keys +[A] -[]", _log.Entries);
    }

    [Theory, Lanes]
    public void Initialize_DeletedOrForeignScope_ThrowsInvalidOperation(Lane lane)
    {
        BookmarkScope? foreign = null;
        BookmarkScopeTests other = new();
        other.Checked(lane, (_, context) => foreign = Create(context, other._handle));
        Keyed(lane, (_, context) =>
        {
            BookmarkScope scope = Create(context, _handle);
            context.DeleteBookmarkScope(scope);
            Assert.Throws<InvalidOperationException>(() => scope.Initialize(context, Ids.A));
            Assert.Throws<InvalidOperationException>(() => foreign!.Initialize(context, Ids.A));
        });
    }

    [Theory, Lanes]
    public void Delete_ScopeWithId_NotifiesHost(Lane lane)
    {
        Keyed(lane, (root, context) =>
        {
            _handle.Get(context).CreateBookmarkScope(context, Ids.A);
            context.DeleteBookmarkScope(_handle.Get(context).BookmarkScope!);
            _second.Get(context).CreateBookmarkScope(context, Ids.B);
            Assert.Throws<InvalidOperationException>(() => context.CreateBookmark("b", root.Resumed, new BookmarkScope(Ids.A)));
        });
        Assert.Contains("keys +[A B] -[A]", _log.Entries);
    }

    [Theory, Lanes]
    public void Scopes_OfEarlierRun_AreGone(Lane lane)
    {
        InScope root = new(_log, "b", context => context.DefaultBookmarkScope);
        foreach (int run in (int[])[1, 2])
        {
            Running running = Runner.Start(root, lane);
            Assert.False(Assert.Single(running.Bookmarks).ScopeInfo!.IsInitialized);
            Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.A, run));
            running.End().AssertCompleted(ActivityInstanceState.Closed);
        }
    }

    private static BookmarkScope Create(NativeActivityContext context, Variable<BookmarkScopeHandle> variable)
    {
        BookmarkScopeHandle handle = context.GetValue(variable);
        handle.CreateBookmarkScope(context);
        return handle.BookmarkScope!;
    }

    private Probe Root(Action<Probe, NativeActivityContext> body, params Activity[] children)
    {
        Probe root = new(_log, "root", children) { PrivateVariables = { _handle, _second } };
        root.Body = context =>
        {
            body(root, context);
            root.Children.ForEach(child => root.Schedule(context, child));
        };
        return root;
    }

    private void Checked(Lane lane, Action<Probe, NativeActivityContext> body) =>
        Runner.Run(Root(body), lane).AssertCompleted(ActivityInstanceState.Closed);

    private void Keyed(Lane lane, Action<Probe, NativeActivityContext> body)
    {
        KeyedHost host = new(_log);
        host.Start(Root(body, new Step(_log, "child")), lane);
        host.AssertClosed();
    }
}
