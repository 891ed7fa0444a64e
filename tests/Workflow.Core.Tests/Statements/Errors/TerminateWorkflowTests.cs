using Workflow.Core.Tests.TestKit;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("6.5")]
[Rule("19")]
public sealed class TerminateWorkflowTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    public void Reason_Alone_IsExceptionMessage(Lane lane)
    {
        WorkflowTerminatedException end = Terminated(new TerminateWorkflow { Reason = "enough" }, lane);
        Assert.Equal("enough", end.Message);
        Assert.Null(end.InnerException);
    }

    [Theory, Lanes]
    public void Reason_WithException_WrapsException(Lane lane)
    {
        WorkflowTerminatedException end = Terminated(new TerminateWorkflow { Reason = "enough", Exception = new(_ => _boom) }, lane);
        Assert.Equal("enough", end.Message);
        Assert.Same(_boom, end.InnerException);
    }

    [Theory, Lanes]
    public void Exception_Alone_IsThatObject(Lane lane)
    {
        Ended ended = Runner.Run(new TerminateWorkflow { Exception = new(_ => _boom) }, lane);
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        Assert.Same(_boom, ended.Reason);
    }

    [Theory, Lanes]
    public void Both_NullAtRunTime_EndWithException(Lane lane)
    {
        Assert.NotEmpty(Terminated(new TerminateWorkflow { Reason = new(_ => null!), Exception = new(_ => null!) }, lane).Message);
        Assert.NotEmpty(Terminated(new TerminateWorkflow { Reason = string.Empty }, lane).Message);
    }

    [Fact]
    public void Neither_Bound_IsInvalid()
    {
        Invalid.AssertRoot(new TerminateWorkflow(), "has neither a reason nor an exception");
        Invalid.AssertBelowARoot(new TerminateWorkflow(), "has neither a reason nor an exception");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Termination_SkipsCatchFinallyAndHandlers(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new CancellationScope { Body = new TerminateWorkflow { Exception = new(_ => _boom) }, CancellationHandler = new Step(_log, "never") },
            Catches = { new Catch<Exception> { Action = Handlers.Action<Exception>(_ => new Step(_log, "never")) } },
            Finally = new Step(_log, "never"),
        };
        Assert.Same(_boom, Runner.Run(root, lane).Reason);
        _log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Termination_TearsDownOthers(Lane lane)
    {
        Parallel root = new() { Branches = { new Wait(_log, "w"), new TerminateWorkflow { Reason = "enough" }, new Step(_log, "never") } };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal((ExecutionOutcome.Terminated, ActivityInstanceState.Faulted), (ended.Outcome, ended.State));
        _log.AssertIs("w waits", "w aborts");
    }

    [Theory, Lanes]
    [Rule("2.2")]
    public void Cancel_BeforeStart_TerminatesNothing(Lane lane)
    {
        TerminateWorkflow child = new() { Reason = "enough" };
        Probe root = new(_log, "root", child);
        root.Body = context => context.CancelChild(root.Schedule(context, child));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root < TerminateWorkflow Canceled");
    }

    [Theory, Lanes]
    public void Termination_UnderCancelRequest_Terminates(Lane lane)
    {
        Running running = Runner.Start(
            new CancellationScope { Body = new Wait(_log, "w"), CancellationHandler = new TerminateWorkflow { Exception = new(_ => _boom) } }, lane);
        running.Cancel();
        Ended ended = running.End();
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        Assert.Same(_boom, ended.Reason);
    }

    [Fact]
    public async Task Invoker_WorkflowTerminated_ThrowsReason()
    {
        TerminateWorkflow workflow = new() { Exception = new(_ => _boom) };
        Assert.Same(_boom, Assert.Throws<InvalidOperationException>(() => WorkflowInvoker.Invoke(workflow)));
        Assert.Same(_boom, await Assert.ThrowsAsync<InvalidOperationException>(() => WorkflowInvoker.InvokeAsync(workflow)));
    }

    private static WorkflowTerminatedException Terminated(TerminateWorkflow workflow, Lane lane)
    {
        Ended ended = Runner.Run(workflow, lane);
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        return Assert.IsType<WorkflowTerminatedException>(ended.Reason);
    }
}
