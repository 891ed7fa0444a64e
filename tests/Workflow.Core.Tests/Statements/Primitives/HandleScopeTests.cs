using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.11")]
[Rule("19")]
public sealed class HandleScopeTests : StatementTests
{
    private readonly Variable<TestHandle> _handle = new("handle");

    protected override Activity Sample() => new HandleScope<BookmarkScopeHandle>
    {
        Body = new Step(Log, "body", context => Log.Add($"{context.GetProperty<BookmarkScopeHandle>() is not null}")),
    };

    [Theory, Lanes]
    [Rule("9.4")]
    public void Handle_Unset_IsCreatedForBody(Lane lane)
    {
        HandleScope<TestHandle> scope = new() { Body = Reader() };
        Run(new Sequence { Activities = { scope, new Step(Log, "after") } }, lane);
        Log.AssertIs("handle 1 begins", "reader", "finds 1", "handle 1 ends", "after");
    }

    [Theory, Lanes]
    [Rule("9.4")]
    public void Handle_Bound_OutlivesScope(Lane lane)
    {
        HandleScope<TestHandle> scope = new() { Handle = _handle, Body = Reader() };
        Run(new Sequence { Variables = { _handle }, Activities = { scope, new Step(Log, "after") } }, lane);
        Log.AssertIs("handle 1 begins", "reader", "finds 1", "after", "handle 1 ends");
    }

    [Theory, Lanes]
    [Rule("9.4")]
    public void Handle_NotOfVariable_ThrowsInvalidOperation(Lane lane)
    {
        Fails<InvalidOperationException>(new HandleScope<TestHandle> { Handle = new InArgument<TestHandle>(_ => null!), Body = Reader() }, lane);
        Fails<InvalidOperationException>(new HandleScope<TestHandle> { Handle = new InArgument<TestHandle>(_ => new TestHandle()), Body = Reader() }, lane);
        Assert.Empty(Log.Entries);
    }

    [Theory, Lanes]
    public void Body_Null_DoesNothing(Lane lane)
    {
        Run(new HandleScope<TestHandle>(), lane);
        Log.AssertIs("handle 1 begins", "handle 1 ends");
    }

    [Theory, Lanes]
    [Rule("9.2")]
    public void Scope_Nested_ShadowsOuterHandle(Lane lane)
    {
        HandleScope<TestHandle> outer = new() { Body = new Sequence { Activities = { new HandleScope<TestHandle> { Body = Reader() }, Reader() } } };
        Run(outer, lane);
        Log.AssertIs("handle 1 begins", "handle 2 begins", "reader", "finds 2", "handle 2 ends", "reader", "finds 1", "handle 1 ends");
    }

    [Theory, Lanes]
    [Rule("9.4")]
    public void Scopes_OfSiblings_HaveOwnHandles(Lane lane)
    {
        Parallel root = new()
        {
            Branches =
            {
                new HandleScope<TestHandle> { Body = new Sequence { Activities = { new Wait(Log, "w"), Reader() } } },
                new HandleScope<TestHandle> { Body = Reader() },
            },
        };
        Running running = Start(root, lane);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("handle 1 begins", "w waits", "handle 2 begins", "reader", "finds 2", "handle 2 ends", "w resumed ", "reader", "finds 1", "handle 1 ends");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_DuringBody_EndsHandle(Lane lane)
    {
        Running running = Start(new HandleScope<TestHandle> { Body = new Wait(Log, "w") }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Log.AssertIs("handle 1 begins", "w waits", "w cancels", "handle 1 ends");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void Fault_OfBodyCaughtOutside_EndsHandle(Lane lane)
    {
        HandleScope<TestHandle> scope = new() { Body = new Step(Log, "body", new InvalidOperationException("boom")) };
        Run(new TryCatch { Try = scope, Catches = { new Catch<InvalidOperationException>() } }, lane);
        Log.AssertIs("handle 1 begins", "body", "handle 1 ends");
    }

    private Step Reader() => new(Log, "reader", context => Log.Add($"finds {context.GetProperty<TestHandle>()!.Number}"));

    private Running Start(Activity workflow, Lane lane) => Runner.Start(workflow, lane, extensions: new HandleObserver(Log).AsExtension());

    private void Run(Activity workflow, Lane lane) => Start(workflow, lane).End().AssertCompleted(ActivityInstanceState.Closed);
}
