using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>Tests abort and termination requests of activities.</summary>
public sealed class TerminationTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("6.1")]
    [Rule("6.6")]
    public void Abort_InMethod_FinishesMethodAndDropsQueue(Lane lane)
    {
        Probe requester = new(_log, "requester");
        requester.Body = context =>
        {
            context.Abort(_boom);
            _log.Add("goes on");
        };
        ActivityInstance? requesterInstance = null;
        Probe root = new(_log, "root", new Step(_log, "never"), requester);
        root.Body = context =>
        {
            context.ScheduleActivity(root.Children[0]);
            requesterInstance = context.ScheduleActivity(requester);
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal((ExecutionOutcome.Aborted, ActivityInstanceState.Faulted), (ended.Outcome, ended.State));
        Assert.Same(_boom, ended.Reason);
        Assert.Equal(ActivityInstanceState.Closed, requesterInstance!.State);
        _log.AssertIs("root executes", "requester executes", "goes on", "root aborts");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_FollowedByException_IgnoresException(Lane lane)
    {
        Probe requester = new(_log, "requester")
        {
            Body = context =>
            {
                context.Abort(_boom);
                throw new NotSupportedException("ignored");
            },
        };
        TryCatch root = new()
        {
            Try = requester,
            Catches = { new Catch<Exception> { Action = new ActivityAction<Exception> { Handler = new Step(_log, "never") } } }
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(_boom, ended.Reason);
        _log.AssertIs("requester executes", "requester aborts");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_Twice_KeepsFirstReason(Lane lane)
    {
        Probe root = new(_log, "root")
        {
            Body = context =>
            {
                context.Abort(_boom);
                context.Abort(new NotSupportedException("second"));
            },
        };
        Assert.Same(_boom, Runner.Run(root, lane).Reason);
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_ChildJustScheduled_NeverRunsChild(Lane lane)
    {
        Probe root = new(_log, "root", new Probe(_log, "never"));
        root.Body = context =>
        {
            root.Schedule(context, root.Children[0]);
            context.Abort(_boom);
        };
        Assert.Equal(ExecutionOutcome.Aborted, Runner.Run(root, lane).Outcome);
        _log.AssertIs("root executes", "root aborts");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_InFaultCallback_DropsException(Lane lane)
    {
        Step failing = new(_log, "failing", new NotSupportedException("lost"));
        Probe root = new(_log, "root", failing) { OnFault = (context, _, _) => context.Abort(_boom) };
        root.Body = context => root.ScheduleGuarded(context, failing);
        Ended ended = Runner.Run(root, lane);
        Assert.Equal(ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(_boom, ended.Reason);
        _log.AssertIs("root executes", "failing", "root ! lost from failing", "root aborts");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void TerminateWorkflow_InTry_SkipsCatchAndFinally(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Sequence { Activities = { new Step(_log, "a"), new TerminateWorkflow { Reason = "enough" }, new Step(_log, "never") } },
            Catches = { new Catch<Exception> { Action = new ActivityAction<Exception> { Handler = new Step(_log, "never caught") } } },
            Finally = new Step(_log, "never finally"),
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal((ExecutionOutcome.Terminated, ActivityInstanceState.Faulted), (ended.Outcome, ended.State));
        Assert.Equal("enough", Assert.IsType<WorkflowTerminatedException>(ended.Reason).Message);
        _log.AssertIs("a");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void TerminateWorkflow_AsRoot_Terminates(Lane lane)
    {
        Ended ended = Runner.Run(new TerminateWorkflow { Reason = "enough" }, lane);
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        Assert.IsType<WorkflowTerminatedException>(ended.Reason);
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void TerminateWorkflow_BesideOthers_AbortsChildrenFirst(Lane lane)
    {
        Probe root = new(_log, "root", new TerminateWorkflow { Reason = "enough" }, new Probe(_log, "beside", new Wait(_log, "w")));
        Runner.Run(root, lane);
        _log.AssertIs("root executes", "beside executes", "w waits", "w aborts", "beside aborts", "root aborts");
    }

    [Theory, Lanes]
    [Rule("6.5")]
    public void TerminateWorkflow_ReasonAndException_WrapsException(Lane lane)
    {
        TerminateWorkflow root = new() { Reason = "enough", Exception = new InArgument<Exception>(_ => _boom) };
        WorkflowTerminatedException reason = Assert.IsType<WorkflowTerminatedException>(Runner.Run(root, lane).Reason);
        Assert.Equal("enough", reason.Message);
        Assert.Same(_boom, reason.InnerException);
    }

    [Theory, Lanes]
    [Rule("6.5")]
    public void TerminateWorkflow_ExceptionOnly_EndsWithThatObject(Lane lane) =>
        Assert.Same(_boom, Runner.Run(new TerminateWorkflow { Exception = new InArgument<Exception>(_ => _boom) }, lane).Reason);

    [Theory, Lanes]
    [Rule("6.5")]
    public void TerminateWorkflow_BothNullAtRunTime_HasNoInnerException(Lane lane)
    {
        TerminateWorkflow root = new() { Reason = new InArgument<string>(_ => null!), Exception = new InArgument<Exception>(_ => null!) };
        Assert.Null(Assert.IsType<WorkflowTerminatedException>(Runner.Run(root, lane).Reason).InnerException);
    }

    [Fact]
    [Rule("6.5")]
    public void TerminateWorkflow_NeitherBound_IsInvalid() =>
        Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(new TerminateWorkflow()));

    [Fact]
    [Rule("6.2")]
    public void Invoke_WorkflowAborts_ThrowsWithReason()
    {
        Probe root = new(_log, "root") { Body = context => context.Abort(_boom) };
        Assert.Same(_boom, Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(root)).InnerException);
    }

    [Fact]
    [Rule("6.2")]
    public void Invoke_AbortWithoutReason_HasNoInnerException()
    {
        Probe root = new(_log, "root") { Body = context => context.Abort() };
        Assert.Null(Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(root)).InnerException);
    }

    [Fact]
    [Rule("6.2")]
    [Rule("17.2")]
    public void Invoke_AbortWithTimeoutException_ThrowsWithReason()
    {
        TimeoutException reason = new("of the activity's own");
        Probe root = new(_log, "root") { Body = context => context.Abort(reason) };
        Assert.Same(reason, Assert.Throws<WorkflowApplicationAbortedException>(() => WorkflowInvoker.Invoke(root)).InnerException);
    }

    [Fact]
    [Rule("6.6")]
    public async Task InvokeAsync_TokenCanceledByActivity_CancelsRootAfterItem()
    {
        using CancellationTokenSource source = new();
        Step first = new(_log, "first", _ =>
        {
            source.Cancel();
            _log.Add("goes on");
        });
        Sequence root = new() { Activities = { first, new Step(_log, "never") } };
        OperationCanceledException canceled = await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => WorkflowInvoker.InvokeAsync(root, null, source.Token)).WaitAsync(HangGuard.Limit);
        Assert.Equal(source.Token, canceled.CancellationToken);
        _log.AssertIs("first", "goes on");
    }

    [Fact]
    [Rule("3.8")]
    public async Task InvokeAsync_TokenIgnoredByOperation_Completes()
    {
        using CancellationTokenSource source = new();
        Operation operation = new(_log, "op");
        Task<int> run = WorkflowInvoker.InvokeAsync(operation, null, source.Token);
        await source.CancelAsync();
        operation.Succeed(5);
        Assert.Equal(5, await run.WaitAsync(HangGuard.Limit));
    }
}
