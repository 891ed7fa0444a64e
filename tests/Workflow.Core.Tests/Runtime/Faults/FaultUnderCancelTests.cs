using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>An exception from an instance with a cancel request aborts the workflow.</summary>
public sealed class FaultUnderCancelTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("3.7")]
    public void Cancel_RootThrows_Aborts(Lane lane)
    {
        Probe root = new(_log, "root") { OnCancel = _ => throw _boom };
        root.Body = context => context.CreateBookmark("b", root.Resumed);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
        _log.AssertIs("root executes", "root cancels", "root aborts");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void BookmarkCallback_CancelingRootThrows_Aborts(Lane lane)
    {
        Probe root = new(_log, "root") { OnCancel = _ => { }, OnResume = (_, _, _) => throw _boom };
        root.Body = context => context.CreateBookmark("b", root.Resumed);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("b");
        running.End().AssertAbortedAround(_boom);
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void CompletionCallback_CancelingRootThrows_Aborts(Lane lane)
    {
        Probe root = new(_log, "root", new Wait(_log, "w")) { OnChild = (_, _) => throw _boom };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
        _log.AssertIs("root executes", "w waits", "root cancels", "w cancels", "root < w Canceled", "root aborts");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Exception_BelowCancelingInstance_AbortsWhenReachingIt(Lane lane)
    {
        Probe child = new(_log, "child") { OnResume = (_, _, _) => throw _boom };
        child.Body = context => context.CreateBookmark("b", child.Resumed);
        Probe root = new(_log, "root", child) { OnCancel = _ => { } };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("b");
        running.End().AssertAbortedAround(_boom);
        _log.AssertIs("root executes", "child executes", "root cancels", "child @ b ", "child aborts", "root aborts");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Exception_CancelingTry_SkipsCatch(Lane lane)
    {
        Probe child = new(_log, "child") { OnCancel = _ => throw _boom };
        child.Body = context => context.CreateBookmark("b", child.Resumed);
        TryCatch root = new()
        {
            Try = child,
            Catches = { new Catch<Exception> { Action = new ActivityAction<Exception> { Handler = new Step(_log, "caught") } } },
            Finally = new Step(_log, "finally"),
        };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
        _log.AssertIs("child executes", "child cancels", "child aborts");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Exception_SecondWhileTryIsCanceled_Aborts(Lane lane)
    {
        InvalidOperationException second = new("second");
        Probe other = new(_log, "other") { OnCancel = _ => throw second };
        other.Body = context => context.CreateBookmark("b", other.Resumed);
        TryCatch root = new()
        {
            Try = new Parallel { Branches = { other, new Step(_log, "failing", _boom) } },
            Catches =
            {
                new Catch<InvalidOperationException> { Action = new ActivityAction<InvalidOperationException> { Handler = new Step(_log, "caught") } }
            },
        };
        Runner.Run(root, lane).AssertAbortedAround(second);
        _log.AssertIs("other executes", "failing", "other cancels", "other aborts");
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Step_RequestsCancelAndThrows_FailsBeforeCancel(Lane lane)
    {
        Running? running = null;
        Step failing = new(_log, "failing", _ =>
        {
            running!.Cancel();
            throw _boom;
        });
        Sequence root = new() { Activities = { new Step(_log, "a"), failing, new Step(_log, "never") } };
        running = Runner.Prepare(root, lane);
        running.Start();
        running.End().AssertUnhandled(_boom);
        _log.AssertIs("a", "failing");
    }
}
