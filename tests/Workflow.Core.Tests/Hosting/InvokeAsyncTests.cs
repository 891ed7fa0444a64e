using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>A workflow that is invoked as a task.</summary>
[Rule("22.1")]
public sealed class InvokeAsyncTests
{
    private readonly Log _log = new();

    [Fact]
    [Rule("17.1")]
    public async Task InvokeAsync_ReturnsOutputsOrTheResult()
    {
        Assert.Equal(5, await WorkflowInvoker.InvokeAsync(new Expr<int>(_log, "e", () => 5)));
        Assert.Equal(5, (await WorkflowInvoker.InvokeAsync((Activity)new Expr<int>(_log, "e", () => 5)))["Result"]);
        Assert.Empty(await WorkflowInvoker.InvokeAsync(new Step(_log, "step"), null, HangGuard.Limit));
        Assert.Empty(await new WorkflowInvoker(new Step(_log, "step")).InvokeAsync());
        Assert.Empty(await new WorkflowInvoker(new Step(_log, "step")).InvokeAsync(null, HangGuard.Limit));
        Show<int> show = new(_log, new InArgument<int>());
        await WorkflowInvoker.InvokeAsync(show, new Dictionary<string, object?> { ["Value"] = 8 });
        Assert.Equal("8", _log.Entries[^1]);
    }

    [Fact]
    [Rule("17.3")]
    public void InvokeAsync_WithoutContext_ContinuesOnTheOperationsThread() => NoContext.Run(() =>
    {
        Operation operation = new(_log, "operation");
        Task run = WorkflowInvoker.InvokeAsync(new Sequence { Activities = { new Step(_log, "before"), operation, new Step(_log, "after") } });
        _log.AssertIs("before", "operation starts");
        Assert.False(run.IsCompleted);
        operation.Succeed();
        _log.AssertIs("before", "operation starts", "after");
    });

    [Fact]
    [Rule("17.3")]
    public async Task InvokeAsync_WithAContext_PostsEverythingThere()
    {
        PumpContext pump = new();
        Operation operation = new(_log, "operation");
        Sequence root = new() { Activities = { See("before"), operation, See("after") } };
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(pump);
        Task run = WorkflowInvoker.InvokeAsync(root);
        SynchronizationContext.SetSynchronizationContext(before);
        Assert.Empty(_log.Entries);
        pump.Pump();
        _log.AssertIs("before", "True", "operation starts");
        operation.Succeed();
        await pump.Arrived.WaitAsync(HangGuard.Limit);
        Assert.Equal(3, _log.Entries.Length);
        pump.Pump();
        await run.WaitAsync(HangGuard.Limit);
        _log.AssertIs("before", "True", "operation starts", "after", "True");

        Step See(string name) => new(_log, name, _ => _log.Add($"{SynchronizationContext.Current == pump}"));
    }

    [Fact]
    [Rule("17.2")]
    public async Task Token_CanceledBefore_RunsNothing()
    {
        Task run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(new Step(_log, "step"), null, new CancellationToken(canceled: true)));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.True(run.IsCanceled);
        Assert.Empty(_log.Entries);
    }

    [Fact]
    [Rule("17.2")]
    public async Task Token_CanceledWhileTheWorkflowWaits_CancelsIt()
    {
        using CancellationTokenSource cancellation = new();
        Task run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(new Wait(_log, "w"), null, cancellation.Token));
        await cancellation.CancelAsync();
        OperationCanceledException canceled = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.WaitAsync(HangGuard.Limit));
        Assert.Equal(cancellation.Token, canceled.CancellationToken);
        Assert.True(run.IsCanceled);
        _log.AssertIs("w waits", "w cancels");
    }

    [Fact]
    [Rule("17.2")]
    public async Task Token_CanceledByAnActivity_TakesEffectAtTheEndOfItsItem()
    {
        using CancellationTokenSource cancellation = new();
        Step cancels = new(_log, "cancels", _ => cancellation.Cancel());
        Task run = Started.WithoutContext(
            () => WorkflowInvoker.InvokeAsync(new Sequence { Activities = { cancels, new Step(_log, "after") } }, null, cancellation.Token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.WaitAsync(HangGuard.Limit));
        _log.AssertIs("cancels");
    }

    [Fact]
    [Rule("17.2")]
    [Rule("3.8")]
    public async Task Token_CanceledButTheWorkflowCloses_YieldsItsOutputs()
    {
        using CancellationTokenSource cancellation = new();
        Operation deaf = new(_log, "deaf");
        Task<int> run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(deaf, null, cancellation.Token));
        await cancellation.CancelAsync();
        Assert.False(run.IsCompleted);
        deaf.Succeed(6);
        Assert.Equal(6, await run.WaitAsync(HangGuard.Limit));
    }

    [Fact]
    [Rule("17.2")]
    public async Task Token_CanceledAfterTheEnd_DoesNothing()
    {
        using CancellationTokenSource cancellation = new();
        Sequence root = new() { Activities = { new Step(_log, "step") } };
        await WorkflowInvoker.InvokeAsync(root, null, cancellation.Token);
        await cancellation.CancelAsync();
        await WorkflowInvoker.InvokeAsync(root);
        _log.AssertIs("step", "step");
    }

    [Fact]
    [Rule("17.2")]
    public async Task Timeout_WhileItWaits_AbortsIt()
    {
        VirtualTimeProvider clock = new();
        WorkflowInvoker invoker = new(new Wait(_log, "w"));
        invoker.Extensions.Add(clock);
        Task run = Started.WithoutContext(() => invoker.InvokeAsync(null, TimeSpan.FromSeconds(5)));
        clock.Advance(TimeSpan.FromSeconds(4));
        Assert.False(run.IsCompleted);
        clock.Advance(TimeSpan.FromSeconds(1));
        await Assert.ThrowsAsync<TimeoutException>(() => run.WaitAsync(HangGuard.Limit));
        _log.AssertIs("w waits", "w aborts");
        Assert.Equal(0, clock.PendingTimers);
    }

    [Fact]
    [Rule("5.5")]
    public async Task UnhandledException_OfTheWorkflow_FaultsTheTask()
    {
        Task run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(new Step(_log, "step", _ => ThrowFromHere())));
        InvalidOperationException thrown = await Assert.ThrowsAsync<InvalidOperationException>(() => run);
        Assert.Contains(nameof(ThrowFromHere), thrown.StackTrace, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("17.2")]
    public async Task Abort_WithAReason_FaultsTheTask()
    {
        InvalidOperationException reason = new("the reason");
        Task run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(new Probe(_log, "root") { Body = context => context.Abort(reason) }));
        Assert.Same(reason, (await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => run)).InnerException);
    }

    [Fact]
    [Rule("4.5")]
    public async Task Inputs_Unknown_FaultTheTask() =>
        await Assert.ThrowsAsync<ArgumentException>(() => WorkflowInvoker.InvokeAsync(new Step(_log, "step"), new Dictionary<string, object?> { ["x"] = 1 }));

    [Fact]
    public async Task InvokeAsync_OnManyTasksAtOnce_IsolatesTheRuns()
    {
        WorkflowInvoker invoker = new(new Yielding());
        IDictionary<string, object?>[] outputs = await Task.WhenAll(Enumerable.Range(0, 200).Select(
            i => invoker.InvokeAsync(new Dictionary<string, object?> { ["Input"] = i }))).WaitAsync(HangGuard.Limit);
        Assert.Equal(Enumerable.Range(0, 200), outputs.Select(output => (int)output["Result"]!));
    }

    [Fact]
    [Rule("1.1")]
    public async Task Operations_ThatEndOnManyThreadsAtOnce_AllArrive()
    {
        // Tests the race of the mailbox: the end of an operation arrives while the owner of the instance ends its turn.
        for (int round = 0; round < 500; round++)
        {
            Statements.Parallel root = new();
            for (int i = 0; i < 4; i++)
            {
                root.Branches.Add(new Yielding { Input = i });
            }

            await WorkflowInvoker.InvokeAsync(root).WaitAsync(HangGuard.Limit);
        }
    }

    private static void ThrowFromHere() => throw new InvalidOperationException("from here");

    private sealed class Yielding : AsyncCodeActivity<int>
    {
        public InArgument<int>? Input { get; set; }

        protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            int input = Input!.Get(context);
            await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            return input;
        }
    }
}
