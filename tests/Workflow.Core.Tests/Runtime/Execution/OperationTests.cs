using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>Asynchronous activities under cancel, abort and termination.</summary>
public sealed class OperationTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.6")]
    public void Operation_Outstanding_KeepsInstanceExecuting(Lane lane)
    {
        Operation operation = new(_log, "op");
        Running running = Runner.Start(operation, lane);
        Assert.True(running.IsIdle);
        operation.Succeed(42);
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(42, ended.Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("1.4")]
    public void Operation_EndsSynchronously_EndsWithoutIdle(Lane lane)
    {
        Operation operation = new(_log, "op");
        operation.Succeed(1);
        Sequence root = new() { Activities = { operation, new Step(_log, "next") } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("op starts", "next");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("3.8")]
    public void Cancel_OperationIgnoresIt_EndsClosed(Lane lane)
    {
        Operation operation = new(_log, "op");
        Running running = Runner.Start(operation, lane);
        running.Cancel();
        running.Cancel();
        Assert.True(running.IsIdle);
        operation.Succeed(3);
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(3, ended.Outputs["Result"]);
        _log.AssertIs("op starts", "op cancels", "op token");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Cancel_OperationObservesToken_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(new Operation(_log, "op") { HeedsToken = true }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("op starts", "op cancels", "op token");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void MarkCanceled_InCancel_EndsOperationCanceled(Lane lane)
    {
        Operation operation = new(_log, "op")
        {
            OnCancel = context =>
            {
                Assert.True(context.IsCancellationRequested);
                context.MarkCanceled();
            },
        };
        Running running = Runner.Start(operation, lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void MarkCanceled_OperationNotCanceled_ThrowsInvalidOperation(Lane lane)
    {
        Operation operation = new(_log, "op")
        {
            OnStart = context => Assert.Throws<InvalidOperationException>(context.MarkCanceled),
            OnEnd = context => Assert.Throws<InvalidOperationException>(context.MarkCanceled),
        };
        Running running = Runner.Start(operation, lane);
        operation.Succeed();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Operation_CanceledWithoutRequest_Faults(Lane lane)
    {
        Operation operation = new(_log, "op");
        Running running = Runner.Start(operation, lane);
        operation.EndCanceled();
        Assert.IsAssignableFrom<OperationCanceledException>(running.End().Reason);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public async Task End_OfPairAfterCancel_MayMarkCanceled(Lane lane)
    {
        PairOperation operation = new(_log, "op") { OnEnd = context => context.MarkCanceled() };
        Running running = Runner.Start(operation, lane);
        running.Cancel();
        operation.Succeed();
        (await running.EndAsync()).AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("op begins", "op cancels", "op ends");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public async Task End_OfPairIgnoringCancel_EndsClosed(Lane lane)
    {
        PairOperation operation = new(_log, "op");
        Running running = Runner.Start(operation, lane);
        running.Cancel();
        operation.Succeed(9);
        Ended ended = await running.EndAsync();
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(9, ended.Outputs["Result"]);
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Abort_OperationOutstanding_CallsCancelButNotEnd(Lane lane)
    {
        PairOperation operation = new(_log, "op")
        {
            OnCancel = context =>
            {
                _log.Add($"requested {context.IsCancellationRequested}");
                context.MarkCanceled();
            },
        };
        Running running = Runner.Start(operation, lane);
        running.Abort(new InvalidOperationException("stop"));
        Ended ended = running.End();
        Assert.Equal((ActivityInstanceState.Faulted, "stop"), (ended.State, ended.Reason!.Message));
        operation.Succeed();
        _log.AssertIs("op begins", "op cancels", "requested False");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Abort_AfterCancel_DoesNotCallCancelAgain(Lane lane)
    {
        Operation operation = new(_log, "op");
        Running running = Runner.Start(operation, lane);
        running.Cancel();
        running.Abort(new InvalidOperationException("stop"));
        running.End();
        _log.AssertIs("op starts", "op cancels", "op token");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Terminate_OperationOutstanding_CallsCancelAndDropsResult(Lane lane)
    {
        Operation operation = new(_log, "op");
        Parallel root = new()
        {
            Branches = { new Sequence { Activities = { operation, new Step(_log, "never") } }, new TerminateWorkflow { Reason = "enough" } },
        };
        Running running = Runner.Start(root, lane);
        Assert.Equal("enough", Assert.IsType<WorkflowTerminatedException>(running.End().Reason).Message);
        operation.Succeed();
        _log.AssertIs("op starts", "op cancels", "op token");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    [Rule("5.1")]
    public void Fault_BesideOperation_CallsItsCancel(Lane lane)
    {
        Operation operation = new(_log, "op");
        Probe middle = new(_log, "middle", operation);
        middle.Body = context =>
        {
            context.CreateBookmark("b", middle.Resumed);
            middle.Schedule(context, operation);
        };
        middle.OnResume = (_, _, _) => throw new InvalidOperationException("boom");
        Running running = Runner.Start(Handling(middle), lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        operation.Succeed();
        _log.AssertIs(
            "root executes", "middle executes", "op starts", "middle @ b ", "op cancels", "op token", "middle aborts",
            "root ! boom from middle", "root < middle Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Operation_Fails_FaultsWithItsException(Lane lane)
    {
        Operation operation = new(_log, "op");
        InvalidOperationException boom = new("boom");
        Running running = Runner.Start(Handling(operation), lane);
        operation.Fail(boom);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "op starts", "root ! boom from op", "root < op Faulted");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Operation_FailsAfterCancel_AbortsWorkflow(Lane lane)
    {
        Operation operation = new(_log, "op");
        InvalidOperationException boom = new("boom");
        Running running = Runner.Start(operation, lane);
        running.Cancel();
        operation.Fail(boom);
        running.End().AssertAbortedAround(boom);
    }

    [Theory, Lanes]
    [Rule("3.7")]
    public void Cancel_OverrideThrows_AbortsWorkflow(Lane lane)
    {
        InvalidOperationException boom = new("boom");
        Operation operation = new(_log, "op") { OnCancel = _ => throw boom };
        Running running = Runner.Start(Handling(operation), lane);
        running.Cancel();
        running.End().AssertAbortedAround(boom);
        _log.AssertIs("root executes", "op starts", "root cancels", "op cancels", "op token", "root aborts");
    }

    [Theory, Lanes]
    [Rule("3.4")]
    public void Abort_BeforePendingCancel_CallsCancelWithoutRequest(Lane lane)
    {
        Operation operation = new(_log, "op") { OnCancel = context => _log.Add($"requested {context.IsCancellationRequested}") };
        Probe root = new(_log, "root", operation);
        root.Body = context =>
        {
            context.CreateBookmark("go", root.Resumed);
            root.Schedule(context, operation);
        };
        root.OnResume = (context, _, _) =>
        {
            context.CancelChildren();
            context.Abort();
        };
        Running running = Runner.Start(root, lane);
        running.Resume("go");
        running.End();
        _log.AssertIs("root executes", "op starts", "root @ go ", "op cancels", "requested False", "op token", "root aborts");
    }

    [Theory, Lanes]
    [Rule("4.3")]
    public void Operation_Fails_KeepsWrittenOutput(Lane lane)
    {
        Variable<int> target = new("target");
        Writes writes = new() { Output = new OutArgument<int>(target) };
        Note after = new(_log, context => $"target {target.Get(context)}");
        Probe root = new(_log, "root", writes, after) { Variables = { target }, OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, writes);
        root.OnChild = (context, _) => context.ScheduleActivity(after);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("target 7", _log.Entries[^1]);
    }

    private Probe Handling(Activity child)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }

    private sealed class Writes : AsyncCodeActivity
    {
        public OutArgument<int>? Output { get; set; }

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Output!.Set(context, 7);
            return Task.FromException(new InvalidOperationException("boom"));
        }
    }
}
