using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>When an instance runs, and on whose thread.</summary>
public sealed class EpisodeTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("1.1")]
    public void Episode_RunsUntilIdle(Lane lane)
    {
        Running running = Runner.Start(new Sequence { Activities = { new Step(_log, "a"), new Wait(_log, "w"), new Step(_log, "b") } }, lane);
        Assert.True(running.IsIdle);
        _log.AssertIs("a", "w waits");
        running.Resume("w", "now");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "w waits", "w resumed now", "b");
    }

    [Fact]
    [Rule("1.1")]
    public async Task InvokeAsync_OperationsEndingOnManyThreads_RunsOneItemAtATime()
    {
        const int branches = 64;
        int inside = 0, most = 0, ended = 0;
        TaskCompletionSource go = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Statements.Parallel root = new();
        for (int i = 0; i < branches; i++)
        {
            root.Branches.Add(new Sequence { Activities = { new Release(go.Task), new Step(_log, "done", _ => Enter()) } });
        }

        Task<IDictionary<string, object?>> run = WorkflowInvoker.InvokeAsync(root);
        go.SetResult();
        await run.WaitAsync(HangGuard.Limit);
        Assert.Equal((branches, 1), (ended, most));

        void Enter()
        {
            most = Math.Max(most, Interlocked.Increment(ref inside));
            ended++;
            Interlocked.Decrement(ref inside);
        }
    }

    [Fact]
    [Rule("1.1")]
    public async Task InvokeAsync_UnderASynchronizationContext_RunsEveryEpisodeThere()
    {
        PumpContext pump = new();
        Operation operation = new(_log, "op");
        List<SynchronizationContext?> seen = [];
        Sequence root = new() { Activities = { new Step(_log, "a", _ => See()), operation, new Step(_log, "b", _ => See()) } };
        Task<IDictionary<string, object?>> run = StartUnder(pump, root);
        _log.AssertIs();
        pump.Pump();
        _log.AssertIs("a", "op starts");
        operation.Succeed();
        _log.AssertIs("a", "op starts");
        pump.Pump();
        await run.WaitAsync(HangGuard.Limit);
        _log.AssertIs("a", "op starts", "b");
        Assert.Equal([pump, pump], seen);
        Assert.Equal(2, pump.Posted);

        void See() => seen.Add(SynchronizationContext.Current);
    }

    private static Task<IDictionary<string, object?>> StartUnder(SynchronizationContext context, Activity root)
    {
        SynchronizationContext? before = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        try
        {
            return WorkflowInvoker.InvokeAsync(root);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(before);
        }
    }

    /// <summary>Ends with a task, each run on a thread of its own choice.</summary>
    private sealed class Release(Task task) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await task.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            await Task.Yield();
        }
    }
}
