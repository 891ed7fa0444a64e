using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Scheduling;

/// <summary>Tests episodes: the time and the thread at which an instance runs.</summary>
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

    [Theory, Lanes]
    [Rule("1.1")]
    public void Wait_InsideLoops_Continues(Lane lane)
    {
        Running running = Runner.Start(Loops(deaf: false), lane);
        _log.AssertIs("first", "a in", "w waits");
        running.Resume("w", 1);
        Assert.Equal(["w resumed 1", "a out", "b in", "w waits"], _log.Entries[3..]);
        running.Resume("w", 2);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["w resumed 2", "b out", "last"], _log.Entries[7..]);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_InsideLoops_StartsNothing(Lane lane)
    {
        Running running = Runner.Start(Loops(deaf: false), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("first", "a in", "w waits", "w cancels");
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_InsideLoopsChildCloses_StartsNothing(Lane lane)
    {
        Running running = Runner.Start(Loops(deaf: true), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("first", "a in", "w waits", "w cancels", "w resumed ");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Exception_InsideLoopsAfterWait_ReachesCallback(Lane lane)
    {
        DelegateInArgument<string> item = new();
        ForEach<string> each = new()
        {
            Values = new InArgument<IEnumerable<string>>(_ => new[] { "a", "b" }),
            Body = new ActivityAction<string>
            {
                Argument = item,
                Handler = new Sequence
                {
                    Activities =
                    {
                        new Wait(_log, "w"),
                        new Step(_log, "failing", new InvalidOperationException("boom")),
                        new Note(_log, context => item.Get(context)!)
                    }
                },
            },
        };
        Probe root = new(_log, "root", each) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, each);
        Running running = Runner.Start(root, lane);
        running.Resume("w");
        Assert.Equal(["failing", "root ! boom from failing", "a", "w waits"], _log.Entries[^4..]);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal("b", _log.Entries[^2]);
    }

    [Fact]
    [Rule("1.1")]
    public async Task InvokeAsync_OperationsEndingOnManyThreads_RunsOneItemAtATime()
    {
        const int branches = 64;
        int inside = 0, most = 0, ended = 0;
        TaskCompletionSource go = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Parallel root = new();
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
    public async Task InvokeAsync_SynchronizationContext_RunsAllEpisodesThere()
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

    /// <summary>Returns a loop over two values. Each value waits in a nested sequence inside an inner loop that runs once.</summary>
    private Sequence Loops(bool deaf)
    {
        DelegateInArgument<string> item = new();
        Variable<bool> isDone = new("isDone");
        Sequence once = new()
        {
            Activities =
            {
                new Note(_log, context => $"{item.Get(context)} in"),
                new Wait(_log, "w") { IsDeaf = deaf },
                new Note(_log, context => $"{item.Get(context)} out"),
                new Assign<bool> { To = new OutArgument<bool>(isDone), Value = true },
            },
        };
        ForEach<string> each = new()
        {
            Values = new InArgument<IEnumerable<string>>(_ => new[] { "a", "b" }),
            Body = new ActivityAction<string>
            {
                Argument = item,
                Handler = new Sequence { Variables = { isDone }, Activities = { new While(context => !isDone.Get(context)) { Body = once } } },
            },
        };
        return new Sequence { Activities = { new Step(_log, "first"), new Sequence { Activities = { each } }, new Step(_log, "last") } };
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

    /// <summary>Ends with the task; each continuation runs on a thread of the pool.</summary>
    private sealed class Release(Task task) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            await task.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
            await Task.Yield();
        }
    }
}
