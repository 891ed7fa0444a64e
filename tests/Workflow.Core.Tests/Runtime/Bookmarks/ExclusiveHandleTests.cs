using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Bookmarks;

/// <summary>
/// Tests exclusive handles: bookmarks in the registered scopes ("important") cannot be resumed while other bookmarks under the handle are open.
/// </summary>
[Rule("8.7")]
public sealed class ExclusiveHandleTests
{
    private readonly Log _log = new();
    private readonly Variable<BookmarkScopeHandle> _scopeHandle = new("scope");
    private readonly Variable<BookmarkScopeHandle> _otherHandle = new("other");
    private readonly Variable<ExclusiveHandle> _exclusive = new("exclusive");
    private BookmarkScope? _scope;
    private BookmarkScope? _other;

    [Theory, Lanes]
    public void Resume_ImportantWhileUnimportantOpen_IsNotReady(Lane lane)
    {
        Running running = Runner.Start(Guarded(Important("a"), new Wait(_log, "plain")), lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        running.Resume("plain");
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_ImportantInScopeWithId_IsNotReady(Lane lane)
    {
        Running running = Runner.Start(Guarded(Important("a"), Important("b"), new Wait(_log, "plain")), lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        running.Resume("plain");
        running.Resume("a", Ids.A);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Resume_UnimportantInScope_Succeeds(Lane lane)
    {
        Running running = Runner.Start(Guarded(Important("a"), new InScope(_log, "b", _ => _other!), new Wait(_log, "plain")), lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.B));
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        running.Resume("plain");
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Bookmarks_DefaultScope_AreUnimportant(Lane lane)
    {
        Probe root = Guarded(Important("a"), new InScope(_log, "default", context => context.DefaultBookmarkScope));
        Running running = Runner.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("default", Guid.Empty));
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Bookmarks_DefaultScopeByHandleWithId_AreUnimportant(Lane lane)
    {
        Probe root = new(_log, "root", Important("important"), new InScope(_log, "default", _ => BookmarkScope.Default))
        {
            PrivateVariables = { _exclusive, _scopeHandle, _otherHandle },
        };
        root.Body = context =>
        {
            context.DefaultBookmarkScope.Initialize(context, Ids.A);
            context.GetValue(_otherHandle).CreateBookmarkScope(context, Ids.A);
            context.GetValue(_scopeHandle).CreateBookmarkScope(context, Ids.B);
            _scope = context.GetValue(_scopeHandle).BookmarkScope;
            Assert.Same(context.DefaultBookmarkScope, context.GetValue(_otherHandle).BookmarkScope);
            context.GetValue(_exclusive).RegisterBookmarkScope(context, context.GetValue(_otherHandle));
            Guard(context, _exclusive, context.GetValue(_scopeHandle));
            root.Children.ForEach(child => root.Schedule(context, child));
        };
        KeyedHost host = new(_log);
        host.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, host.Resume("important", Ids.B));
        Assert.Equal(BookmarkResumptionResult.Success, host.Resume("default", Ids.A));
        Assert.Equal(BookmarkResumptionResult.Success, host.Resume("important", Ids.B));
        host.AssertClosed();
    }

    [Theory, Lanes]
    public void Bookmarks_OutsideTheScopeOfTheProperty_DoNotCount(Lane lane)
    {
        Parallel root = new() { Branches = { new Wait(_log, "outside"), Guarded(Important("a")) } };
        Running running = Runner.Start(root, lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.Resume("outside");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Bookmarks_RemovedOrCanceled_DoNotCount(Lane lane)
    {
        Probe fleeting = new(_log, "fleeting");
        fleeting.Body = context =>
        {
            context.CreateBookmark("one", fleeting.Resumed);
            context.CreateBookmark("two", fleeting.Resumed);
            context.CreateBookmark(fleeting.Resumed);
            context.CreateBookmark("vanishing", fleeting.Resumed, BookmarkOptions.NonBlocking);
            context.RemoveBookmark("two");
            context.RemoveBookmark("one");
            context.RemoveAllBookmarks();
            context.CreateBookmark("vanishing", fleeting.Resumed, BookmarkOptions.NonBlocking);
        };
        Running running = Runner.Start(Guarded(Important("a"), fleeting), lane);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Handles_Nested_BlockTheirOwnBookmarks(Lane lane)
    {
        Variable<ExclusiveHandle> innerHandle = new("inner");
        Probe inner = new(_log, "inner", Important("a"));
        inner.PrivateVariables.Add(innerHandle);
        Probe outer = Guarded(inner, new Wait(_log, "beside"));
        inner.Body = context =>
        {
            Guard(context, innerHandle, BookmarkScopeHandle.Default);
            inner.Schedule(context, inner.Children[0]);
        };
        Running running = Runner.Start(outer, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        running.Resume("beside");
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Classification_IsFixedAtCreation(Lane lane)
    {
        Probe root = Guarded(Important("a"), new Wait(_log, "plain"));
        root.OnResume = (context, _, _) => Assert.True(context.Properties.Remove(context.GetValue(_exclusive).ExecutionPropertyName));
        root.Body += context => context.CreateBookmark("remove", root.Resumed);
        Running running = Runner.Start(root, lane);
        running.Resume("remove");
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        running.Resume("plain");
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes(KeepsObjects = true)]
    [Rule("9.2")]
    public void Remove_WhileChildrenRun_FreesNewBookmarks(Lane lane)
    {
        Probe late = new(_log, "late", Important("a"), new Wait(_log, "plain"));
        late.Body = context => context.CreateBookmark("go", late.Resumed, BookmarkOptions.None);
        late.OnResume = (context, _, _) => late.Children.ForEach(child => late.Schedule(context, child));
        Probe root = Guarded(late);
        root.OnResume = (context, _, _) => Assert.True(context.Properties.Remove(context.GetValue(_exclusive).ExecutionPropertyName));
        root.Body += context => context.CreateBookmark("remove", root.Resumed);
        Running running = Runner.Start(root, lane);
        running.Resume("remove");
        running.Resume("go");
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.Resume("plain");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void NewHandle_RegistersDefaultAndOuterHandles(Lane lane)
    {
        Variable<BookmarkScopeHandle> outermost = new("outermost"), beside = new("beside");
        ExclusiveHandle? seen = null;
        Probe inner = new(_log, "inner") { PrivateVariables = { _exclusive, beside } };
        inner.Body = context => seen = context.GetValue(_exclusive);
        List<BookmarkScopeHandle> around = [BookmarkScopeHandle.Default];
        Note reader = new(new Log(), context =>
        {
            around.AddRange([_scopeHandle.Get(context), _otherHandle.Get(context), outermost.Get(context)]);
            return string.Empty;
        });
        Sequence root = new()
        {
            Variables = { outermost, new Variable<int>("plain", 1) },
            Activities = { new Sequence { Variables = { _scopeHandle, _otherHandle }, Activities = { reader, inner } } },
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(around, seen!.RegisteredBookmarkScopes);
    }

    [Theory, Lanes]
    public void NewHandle_BlocksOuterScopes(Lane lane)
    {
        Probe inner = new(_log, "inner", Important("a"), new Wait(_log, "plain")) { PrivateVariables = { _exclusive } };
        inner.Body = context =>
        {
            ExclusiveHandle handle = context.GetValue(_exclusive);
            context.Properties.Add(handle.ExecutionPropertyName, handle);
            inner.Children.ForEach(child => inner.Schedule(context, child));
        };
        Probe outer = new(_log, "outer", inner) { PrivateVariables = { _scopeHandle, _otherHandle } };
        outer.Body = context =>
        {
            CreateScopes(context);
            outer.Schedule(context, inner);
        };
        Running running = Runner.Start(outer, lane);
        Assert.Equal(BookmarkResumptionResult.NotReady, running.Resume("a", Ids.A));
        running.Resume("plain");
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("a", Ids.A));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void RegisterBookmarkScope_FirstCall_ReplacesInitialScopes(Lane lane)
    {
        Probe root = new(_log, "root") { PrivateVariables = { _exclusive, _scopeHandle, _otherHandle } };
        root.Body = context =>
        {
            BookmarkScopeHandle scope = context.GetValue(_scopeHandle), other = context.GetValue(_otherHandle);
            ExclusiveHandle handle = context.GetValue(_exclusive);
            Assert.Equal([BookmarkScopeHandle.Default], handle.RegisteredBookmarkScopes);
            handle.RegisterBookmarkScope(context, scope);
            handle.RegisterBookmarkScope(context, other);
            Assert.Equal([scope, other], handle.RegisteredBookmarkScopes);
            handle.Reinitialize(context);
            Assert.Equal([BookmarkScopeHandle.Default], handle.RegisteredBookmarkScopes);
            handle.RegisterBookmarkScope(context, other);
            Assert.Equal([other], handle.RegisteredBookmarkScopes);
            Assert.Throws<ArgumentNullException>(() => handle.RegisterBookmarkScope(context, null!));
            Assert.Throws<ArgumentNullException>(() => handle.RegisterBookmarkScope(null!, scope));
            Assert.Throws<ArgumentNullException>(() => handle.Reinitialize(null!));
            Assert.Throws<InvalidOperationException>(() => new ExclusiveHandle().RegisterBookmarkScope(context, scope));
            _log.Add("checked");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("checked", _log.Entries);
    }

    [Theory, Lanes]
    public void RegisterAndReinitialize_OpenBookmarks_ThrowInvalidOperation(Lane lane)
    {
        Probe root = Guarded();
        root.Body += context =>
        {
            ExclusiveHandle handle = context.GetValue(_exclusive);
            foreach (BookmarkScope? scope in (BookmarkScope?[])[null, _scope])
            {
                Bookmark bookmark = scope is null ? context.CreateBookmark("b", root.Resumed) : context.CreateBookmark("b", root.Resumed, scope);
                Assert.Throws<InvalidOperationException>(() => handle.RegisterBookmarkScope(context, context.GetValue(_otherHandle)));
                Assert.Throws<InvalidOperationException>(() => handle.Reinitialize(context));
                Assert.True(context.RemoveBookmark(bookmark));
            }

            handle.Reinitialize(context);
            _log.Add("free again");
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("free again", _log.Entries);
    }

    private InScope Important(string name) => new(_log, name, _ => _scope!);

    /// <summary>Returns an activity that registers one of its two scopes with an exclusive handle and runs its children under that handle.</summary>
    private Probe Guarded(params Activity[] children)
    {
        Probe root = new(_log, "root", children) { PrivateVariables = { _exclusive, _scopeHandle, _otherHandle } };
        root.Body = context =>
        {
            CreateScopes(context);
            Guard(context, _exclusive, context.GetValue(_scopeHandle));
            root.Children.ForEach(child => root.Schedule(context, child));
        };
        return root;
    }

    private void CreateScopes(NativeActivityContext context)
    {
        _scope = Create(context.GetValue(_scopeHandle));
        _other = Create(context.GetValue(_otherHandle));

        BookmarkScope Create(BookmarkScopeHandle handle)
        {
            handle.CreateBookmarkScope(context);
            return handle.BookmarkScope!;
        }
    }

    private static void Guard(NativeActivityContext context, Variable<ExclusiveHandle> variable, BookmarkScopeHandle scope)
    {
        ExclusiveHandle handle = context.GetValue(variable);
        handle.RegisterBookmarkScope(context, scope);
        context.Properties.Add(handle.ExecutionPropertyName, handle, onlyVisibleToPublicChildren: true);
    }
}
