using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("19")]
[Rule("8.6")]
public sealed class CreateBookmarkScopeTests : StatementTests
{
    private readonly Variable<BookmarkScope?> _scope = new("scope");

    protected override Activity Sample()
    {
        Variable<BookmarkScope?> scope = new("scope");
        return new Sequence
        {
            Variables = { scope },
            Activities = { new CreateBookmarkScope { Result = scope! }, new Note(Log, context => $"initialized: {scope.Get(context)!.IsInitialized}") },
        };
    }

    [Theory, Lanes]
    public void Result_IsUsableScope(Lane lane)
    {
        BookmarkScope? scope = null;
        Sequence root = new()
        {
            Variables = { _scope },
            Activities =
            {
                new CreateBookmarkScope { Result = _scope! },
                new Note(Log, context =>
                {
                    scope = _scope.Get(context);
                    return "created";
                }),
                new InScope(Log, "b", _ => scope!),
            },
        };
        Running running = Runner.Start(root, lane);
        Assert.Equal("2", Assert.Single(running.Bookmarks).ScopeInfo!.TemporaryId);
        Assert.Equal(BookmarkResumptionResult.Success, running.Resume("b", Ids.A, 1));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("created", "b waits", "b resumed 1");
    }

    [Theory, Lanes]
    public void Result_OfEachRun_IsNewScope(Lane lane)
    {
        List<BookmarkScope?> scopes = [];
        Sequence root = new() { Variables = { _scope } };
        foreach (int run in (int[])[1, 2])
        {
            root.Activities.Add(new CreateBookmarkScope { Result = _scope! });
            root.Activities.Add(new Note(Log, context =>
            {
                scopes.Add(_scope.Get(context));
                return $"{run}";
            }));
        }

        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.NotSame(scopes[0], scopes[1]);
    }

    [Theory, Lanes]
    public void Result_Unbound_IsAllowed(Lane lane) =>
        Runner.Run(new Sequence { Activities = { new CreateBookmarkScope(), new Step(Log, "after") } }, lane).AssertCompleted(ActivityInstanceState.Closed);
}

[Rule("19")]
[Rule("8.6")]
public sealed class DeleteBookmarkScopeTests : StatementTests
{
    private readonly Variable<BookmarkScope?> _scope = new("scope");
    private readonly Log _unseen = new();
    private BookmarkScope? _created;

    protected override Activity Sample()
    {
        Variable<BookmarkScope?> scope = new("scope");
        return new Sequence
        {
            Variables = { scope },
            Activities = { new CreateBookmarkScope { Result = scope! }, new DeleteBookmarkScope { Scope = scope! }, new Step(Log, "deleted") },
        };
    }

    [Theory, Lanes]
    public void Scope_Deleted_CannotBeUsed(Lane lane)
    {
        Fails<InvalidOperationException>(Created(Delete(), new InScope(Log, "b", _ => _created!)), lane);
        Log.AssertIs("b waits");
    }

    [Theory, Lanes]
    public void Scope_DeletedOrUnknown_CannotBeDeleted(Lane lane)
    {
        Fails<InvalidOperationException>(Created(Delete(), Delete()), lane);
        Fails<InvalidOperationException>(new DeleteBookmarkScope { Scope = new InArgument<BookmarkScope>(_ => new BookmarkScope(Ids.A)) }, lane);
    }

    [Theory, Lanes]
    public void Scope_NullOrUnset_ThrowsInvalidOperation(Lane lane)
    {
        Fails<InvalidOperationException>(new DeleteBookmarkScope(), lane);
        Fails<InvalidOperationException>(new DeleteBookmarkScope { Scope = new InArgument<BookmarkScope>(_ => null!) }, lane);
    }

    [Theory, Lanes]
    public void Scope_Default_CannotBeDeleted(Lane lane)
    {
        Fails<InvalidOperationException>(new DeleteBookmarkScope { Scope = new InArgument<BookmarkScope>(_ => BookmarkScope.Default) }, lane);
        Probe finder = new(_unseen, "finder") { Body = context => _created = context.DefaultBookmarkScope };
        Sequence root = new() { Activities = { finder, new DeleteBookmarkScope { Scope = new InArgument<BookmarkScope>(_ => _created!) } } };
        Fails<InvalidOperationException>(root, lane);
    }

    [Theory, Lanes]
    public void Scope_WithBookmark_CanBeDeletedAfterwards(Lane lane)
    {
        Sequence early = new() { Activities = { new Wait(_unseen, "try"), Delete() } };
        TryCatch attempt = new()
        {
            Try = early,
            Catches = { new Catch<InvalidOperationException> { Action = new ActivityAction<InvalidOperationException> { Handler = new Step(Log, "refused") } } }
        };
        Activity root = Created(new Parallel { Branches = { new InScope(Log, "b", _ => _created!), attempt } }, Delete(), new Step(Log, "deleted"));
        Running running = Runner.Start(root, lane);
        running.Resume("try");
        running.Resume("b", Ids.A);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("b waits", "refused", "b resumed ", "deleted");
    }

    private DeleteBookmarkScope Delete() => new() { Scope = _scope! };

    /// <summary>Creates a scope and then runs the given activities.</summary>
    private Sequence Created(params Activity[] activities)
    {
        Note keep = new(_unseen, context =>
        {
            _created = _scope.Get(context);
            return string.Empty;
        });
        Sequence sequence = new() { Variables = { _scope }, Activities = { new CreateBookmarkScope { Result = _scope! }, keep } };
        foreach (Activity activity in activities)
        {
            sequence.Activities.Add(activity);
        }

        return sequence;
    }
}
