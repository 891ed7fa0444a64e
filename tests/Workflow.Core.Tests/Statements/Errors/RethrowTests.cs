using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("5.6")]
[Rule("19")]
public sealed class RethrowTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    public void Rethrow_AsHandler_ThrowsSameException(Lane lane) =>
        Runner.Run(Caught(new Step(_log, "failing", _boom), new Rethrow()), lane).AssertUnhandled(_boom);

    [Theory, Lanes]
    public void Rethrow_NestedInHandler_EndsHandler(Lane lane)
    {
        Activity handler = new Sequence
        {
            Activities =
            {
                new If(_ => true) { Then = new Parallel { Branches = { new Step(_log, "before"), new Rethrow(), new Step(_log, "never") } } },
                new Step(_log, "never")
            },
        };
        TryCatch inner = Caught(new Step(_log, "failing", _boom), handler);
        Runner.Run(Caught(inner, new Step(_log, "outer")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("failing", "before", "outer");
    }

    [Theory, Lanes]
    public void Rethrow_InNestedCatch_ThrowsInnermostException(Lane lane)
    {
        IOException second = new("second");
        TryCatch nested = Caught<IOException>(new Step(_log, "second", second), new Rethrow());
        Runner.Run(Caught(new Step(_log, "first", _boom), nested), lane).AssertUnhandled(second);
        _log.AssertIs("first", "second");
    }

    [Theory, Lanes]
    public void Rethrow_InTryInsideCatch_ThrowsOuterException(Lane lane)
    {
        TryCatch nested = Caught<IOException>(new Rethrow(), new Step(_log, "never"));
        Runner.Run(Caught(new Step(_log, "first", _boom), nested), lane).AssertUnhandled(_boom);
    }

    [Theory, Lanes]
    public void Rethrow_EndsFaultedItself(Lane lane)
    {
        Rethrow rethrow = new();
        Probe handler = new(_log, "handler", rethrow) { OnFault = (context, _, _) => context.HandleFault() };
        handler.Body = context => handler.ScheduleGuarded(context, rethrow);
        Runner.Run(Caught(new Step(_log, "failing", _boom), handler), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("handler < Rethrow Faulted", _log.Entries[^1]);
    }

    [Theory, Lanes]
    public void Rethrow_InLoop_ThrowsExceptionOfIteration(Lane lane)
    {
        int passes = 0;
        TryCatch inner = Caught(new Throw { Exception = new(_ => new InvalidOperationException($"{passes}")) }, new Rethrow());
        TryCatch body = new()
        {
            Try = inner,
            Catches = { new Catch<Exception> { Action = Handlers.Action<Exception>(e => new Note(_log, context => e.Get(context).Message)) } },
        };
        Runner.Run(new While(_ => ++passes < 4) { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("1", "2", "3");
    }

    [Theory, Lanes]
    public void Rethrow_FromCatch_KeepsOriginalSource(Lane lane)
    {
        Sequence handler = new() { Activities = { new Step(_log, "caught"), new Rethrow(), new Step(_log, "never") } };
        TryCatch inner = Caught(new Step(_log, "failing", _boom), handler);
        Probe root = new(_log, "root", inner);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.CancelChildren();
        };
        root.Body = context => root.ScheduleGuarded(context, inner);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "caught", "root ! boom from failing", "root < TryCatch Canceled");
    }

    [Fact]
    public void StackTrace_AfterRethrow_IsOriginal()
    {
        InvalidOperationException thrown = Assert.Throws<InvalidOperationException>(
            () => WorkflowInvoker.Invoke(Caught(new Step(_log, "failing", _ => ThrowFromHere()), new Rethrow())));
        Assert.Contains(nameof(ThrowFromHere), thrown.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    public void Rethrow_OutsideCatch_IsInvalid()
    {
        const string Message = "is not inside the handler of a catch";
        Invalid.AssertRoot(new Rethrow(), Message);
        Invalid.AssertRoot(new TryCatch { Try = new Rethrow(), Catches = { new Catch<Exception>() } }, Message);
        Invalid.AssertRoot(new TryCatch { Try = new Step(_log, "try"), Finally = new Rethrow() }, Message);
        Invalid.AssertRoot(new ForEach<int> { Values = new(_ => new[] { 1 }), Body = new ActivityAction<int> { Handler = new Rethrow() } }, Message);
    }

    [Fact]
    public void Rethrow_InImplementationInCatch_IsInvalid() =>
        Invalid.AssertRoot(
            Caught(new Step(_log, "try"), new Wrapper()),
            "is in the implementation of an activity or a handler of a compensable activity there");

    [Fact]
    [Rule("11.1")]
    public void Rethrow_InCompensationHandlerInCatch_IsInvalid()
    {
        const string Message = "is in the implementation of an activity or a handler of a compensable activity there";
        Assert.All(
            (CompensableActivity[])
            [
                new() { CompensationHandler = new Rethrow() },
                new() { ConfirmationHandler = new Sequence { Activities = { new Rethrow() } } },
                new() { CancellationHandler = new Rethrow() },
                new() { Body = new CompensableActivity { ConfirmationHandler = new Rethrow() } },
            ],
            compensable => Invalid.AssertRoot(Caught(new Step(_log, "try"), compensable), Message));
        Definitions.AssertValid(Caught(new Step(_log, "try"), new CompensableActivity { Body = new Rethrow() }));
        Definitions.AssertValid(new CompensableActivity { CompensationHandler = Caught(new Step(_log, "try"), new Rethrow()) });
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_BeforeStart_ThrowsNothing(Lane lane)
    {
        Rethrow rethrow = new();
        Probe handler = new(_log, "handler", rethrow);
        handler.Body = context => context.CancelChild(handler.Schedule(context, rethrow));
        Runner.Run(Caught(new Step(_log, "failing", _boom), handler), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("failing", "handler executes", "handler < Rethrow Canceled");
    }

    private static void ThrowFromHere() => throw new InvalidOperationException("boom");

    private static TryCatch Caught(Activity body, Activity handler) => Caught<InvalidOperationException>(body, handler);

    private static TryCatch Caught<T>(Activity body, Activity handler)
        where T : Exception => new() { Try = body, Catches = { new Catch<T> { Action = new ActivityAction<T> { Handler = handler } } } };

    private sealed class Wrapper : Activity
    {
        public Wrapper() => Implementation = static () => new Rethrow();
    }
}
