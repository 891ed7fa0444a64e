using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>A context is valid only in the method that received it.</summary>
public sealed class ContextLifetimeTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.11")]
    public void CodeActivityContext_AfterExecute_IsDisposed(Lane lane)
    {
        CodeActivityContext? kept = null;
        Step user = new(_log, "user", _ => AssertDisposed(kept!));
        Runner.Run(new Sequence { Activities = { new Step(_log, "keeper", context => kept = context), user } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        AssertDisposed(kept!);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void CodeActivityContext_AfterExecuteThrew_IsDisposed(Lane lane)
    {
        CodeActivityContext? kept = null;
        Runner.Run(new Step(_log, "keeper", context => throw new InvalidOperationException((kept = context).ActivityInstanceId)), lane);
        AssertDisposed(kept!);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void NativeActivityContext_InLaterCallback_IsDisposed(Lane lane)
    {
        List<NativeActivityContext> kept = [];
        Step child = new(_log, "child");
        Probe parent = new(_log, "p", child);
        parent.Body = context =>
        {
            kept.Add(context);
            context.CreateBookmark("b", parent.Resumed);
            parent.Schedule(context, child);
        };
        parent.OnChild = (context, _) =>
        {
            kept.ForEach(AssertDisposed);
            kept.Add(context);
            context.ResumeBookmark(new Bookmark("b"), null);
        };
        parent.OnResume = (context, _, _) =>
        {
            kept.ForEach(AssertDisposed);
            kept.Add(context);
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(3, kept.Count);
        kept.ForEach(AssertDisposed);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void NativeActivityContext_WhileChildRuns_SchedulesNothing(Lane lane)
    {
        NativeActivityContext? kept = null;
        Step second = new(_log, "second");
        Step first = new(_log, "first", _ => Assert.Throws<ObjectDisposedException>(() => kept!.ScheduleActivity(second)));
        Probe parent = new(_log, "p", first, second);
        parent.Body = context =>
        {
            kept = context;
            parent.Schedule(context, first);
        };
        Runner.Run(parent, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("p executes", "first", "p < first Closed");
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void NativeActivityContext_WhileShippedActivityRuns_IsDisposed(Lane lane)
    {
        NativeActivityContext? kept = null;
        Declares keeper = new("keeper", _ => { }) { Body = context => kept = context };
        Sequence root = new() { Activities = { keeper, new Parallel(), new Step(_log, "user", _ => AssertDisposed(kept!)) } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        AssertDisposed(kept!);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void NativeActivityContext_OfCancelAndFailedCallback_IsDisposed(Lane lane)
    {
        List<NativeActivityContext> kept = [];
        Probe root = new(_log, "p");
        root.Body = context => context.CreateBookmark("b", root.Resumed, BookmarkOptions.MultipleResume);
        root.OnCancel = kept.Add;
        root.OnResume = (context, _, _) =>
        {
            kept.Add(context);
            throw new InvalidOperationException("boom");
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        kept.ForEach(AssertDisposed);
        running.Resume("b");
        Assert.Equal(2, kept.Count);
        kept.ForEach(AssertDisposed);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void NativeActivityFaultContext_AfterItsCallback_IsDisposed(Lane lane)
    {
        List<NativeActivityFaultContext> kept = [];
        Step failing = new(_log, "failing", new InvalidOperationException("boom"));
        Probe inner = new(_log, "inner", failing) { OnFault = (context, _, _) => kept.Add(context) };
        inner.Body = context => inner.ScheduleGuarded(context, failing);
        Probe outer = new(_log, "outer", inner)
        {
            OnFault = (context, _, _) =>
            {
                AssertDisposed(kept.Single());
                Assert.Throws<ObjectDisposedException>(kept.Single().HandleFault);
                kept.Add(context);
                throw new InvalidOperationException("again");
            },
        };
        outer.Body = context => outer.ScheduleGuarded(context, inner);
        Runner.Run(outer, lane);
        Assert.Equal(2, kept.Count);
        kept.ForEach(AssertDisposed);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void NativeActivityAbortContext_AfterAbortThrew_IsDisposed(Lane lane)
    {
        List<NativeActivityAbortContext> kept = [];
        Probe root = new(_log, "p")
        {
            Body = _ => throw new InvalidOperationException("boom"),
            OnAbort = context =>
            {
                kept.Add(context);
                throw new InvalidOperationException("fenced");
            },
        };
        Runner.Run(root, lane);
        AssertDisposed(kept.Single());
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void AsyncCodeActivityContext_AfterOperation_IsDisposed(Lane lane)
    {
        AsyncCodeActivityContext? kept = null;
        Operation operation = new(_log, "op") { OnStart = context => kept = context, OnEnd = context => Assert.Equal("2", context.ActivityInstanceId) };
        Running running = Runner.Start(new Sequence { Activities = { operation, new Step(_log, "next", _ => AssertDisposed(kept!)) } }, lane);
        Assert.Equal("2", kept!.ActivityInstanceId);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("op starts", "next");
        AssertDisposed(kept);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void AsyncCodeActivityContext_AfterStartThrew_IsDisposed(Lane lane)
    {
        FailsToStart root = new();
        Assert.IsType<InvalidOperationException>(Runner.Run(root, lane).Reason);
        AssertDisposed(root.Kept!);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void AsyncCodeActivityContext_AfterWorkflowAborted_IsDisposed(Lane lane)
    {
        AsyncCodeActivityContext? kept = null;
        Running running = Runner.Start(new Operation(_log, "op") { OnStart = context => kept = context }, lane);
        running.Abort(new InvalidOperationException("stop"));
        AssertDisposed(kept!);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void ActivityContext_OfLambda_IsDisposedAfterReturn(Lane lane)
    {
        ActivityContext? kept = null;
        Note keeper = new(_log, context => (kept = context).ActivityInstanceId);
        Runner.Run(new Sequence { Activities = { keeper, new Step(_log, "user", _ => AssertDisposed(kept!)) } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        AssertDisposed(kept!);
    }

    [Theory, Lanes]
    [Rule("1.11")]
    public void ActivityContext_OfThrowingLambda_IsDisposed(Lane lane)
    {
        ActivityContext? kept = null;
        Runner.Run(
            new Probe(_log, "p") { Input = new InArgument<int>(context => throw new InvalidOperationException((kept = context).ActivityInstanceId)) },
            lane);
        AssertDisposed(kept!);
    }

    private static void AssertDisposed(ActivityContext context)
    {
        Assert.Throws<ObjectDisposedException>(() => context.ActivityInstanceId);
        Assert.Throws<ObjectDisposedException>(context.GetExtension<object>);
    }

    private sealed class FailsToStart : AsyncCodeActivity
    {
        public AsyncCodeActivityContext? Kept { get; private set; }

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Kept = context;
            throw new InvalidOperationException("boom");
        }
    }
}
