using Workflow.Core.Tests.TestKit;
using Workflow.Definition;
using Workflow.Hosting;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>
/// An idle instance consists of its state alone and continues on any executor. <see cref="Lane.Passivated"/> runs all other tests under this condition.
/// </summary>
public sealed class PassivationTests
{
    private readonly Log _log = new();

    [Fact]
    public void Detach_IdleInstance_FreesItsExecutor()
    {
        WorkflowExecutor executor = Start(new Wait(_log, "w"));
        InstanceState state = Passivate(executor);

        Assert.Same(executor, ExecutorPool.Rent(state.Program));
        Assert.Null(state.Port);
        Assert.Null(state.Queue);
    }

    [Fact]
    public void Attach_FirstExecutorInUse_KeepsOwnValues()
    {
        ForEach<string> loop = Loop();
        WorkflowExecutor old = Start(loop);
        InstanceState first = Passivate(old);
        WorkflowExecutor second = Start(loop);
        Assert.Same(old, second);
        _log.Clear();

        WorkflowExecutor activated = Activate(first);
        Assert.NotSame(old, activated);
        Resume(activated, "w");
        Resume(second, "w");
        InstanceState third = Passivate(activated);
        Resume(second, "w");
        WorkflowExecutor last = Activate(third);
        Resume(last, "w");

        _log.AssertIs("w resumed ", "a", "w waits", "w resumed ", "a", "w waits", "w resumed ", "b", "w resumed ", "b");
        Assert.Equal((ExecutionOutcome.Completed, ExecutionOutcome.Completed), (second.State.Outcome, last.State.Outcome));
        ExecutorPool.Return(second);
        ExecutorPool.Return(last);
    }

    [Fact]
    public void Attach_HandlerArguments_BelongToOneInstance()
    {
        ForEach<string> loop = Loop();
        WorkflowExecutor old = Start(loop);
        InstanceState first = Passivate(old);
        Assert.Same(old, Start(loop));
        WorkflowExecutor activated = Activate(first);
        Resume(activated, "w");
        Resume(activated, "w");
        ExecutorPool.Return(activated);
        Resume(old, "w");
        _log.Clear();

        Assert.Same(activated, Start(loop));
        Resume(old, "w");

        _log.AssertIs("w waits", "w resumed ", "b");
    }

    [Fact]
    [Rule("1.8")]
    public void Attach_NumbersOfInstancesAndBookmarks_Continue()
    {
        List<string> ids = [];
        List<Bookmark> bookmarks = [];
        Probe probe = new(_log, "p", new Step(_log, "child"))
        {
            OnChild = (_, child) => ids.Add(child.Id),
        };
        probe.OnResume = (context, _, _) =>
        {
            bookmarks.Add(context.CreateBookmark());
            bookmarks.Add(context.CreateBookmark());
            probe.Schedule(context, probe.Children[0]);
        };
        probe.Body = context => bookmarks.Add(context.CreateBookmark(probe.Resumed));
        WorkflowExecutor executor = Activate(Passivate(Start(probe)));

        Assert.Equal(BookmarkResumptionResult.Success, executor.Bookmarks.Resume(bookmarks[0], null));
        executor.Loop.Run();

        Assert.Equal(["2"], ids);
        executor = Activate(Passivate(executor));
        Assert.Equal(BookmarkResumptionResult.NotFound, executor.Bookmarks.Resume(bookmarks[0], null));
        Assert.Equal(BookmarkResumptionResult.Success, executor.Bookmarks.Resume(bookmarks[1], null));
        Assert.Equal(BookmarkResumptionResult.Success, executor.Bookmarks.Resume(bookmarks[2], null));
    }

    [Fact]
    public void Detach_KeptInstance_StaysReadable()
    {
        ActivityInstance? kept = null;
        Wait wait = new(_log, "w");
        Probe probe = new(_log, "p", wait);
        probe.Body = context => kept = probe.Schedule(context, wait);

        Passivate(Start(probe));

        Assert.Same(wait, kept!.Activity);
        Assert.Equal(ActivityInstanceState.Executing, kept.State);
        Assert.Empty(kept.GetOutputs());
    }

    [Fact]
    [Rule("9.1")]
    public void Attach_PropertyInScope_IsFound()
    {
        object? found = null;
        Probe below = new(_log, "b");
        Probe probe = new(_log, "p", below);
        below.OnResume = (context, _, _) => found = context.Properties.Find("name");
        below.Body = context => context.CreateBookmark("w", below.Resumed);
        probe.Body = context =>
        {
            context.Properties.Add("name", "value");
            probe.Schedule(context, below);
        };

        WorkflowExecutor executor = Activate(Passivate(Start(probe)));
        Resume(executor, "w");

        Assert.Equal("value", found);
    }

    [Fact]
    public void Attach_ManyActivitiesWaiting_ContinuesWithEach()
    {
        Parallel parallel = new();
        for (int i = 0; i < 100; i++)
        {
            parallel.Branches.Add(new Wait(_log, $"w{i}"));
        }

        InstanceState state = Passivate(Start(parallel));
        for (int i = 0; i < 100; i++)
        {
            WorkflowExecutor executor = Activate(state);
            Resume(executor, $"w{i}");
            state = i < 99 ? Passivate(executor) : executor.State;
        }

        Assert.Equal(ExecutionOutcome.Completed, state.Outcome);
    }

    /// <summary>An outstanding operation uses its context while the instance has no executor, and requests extensions from the host on any thread.</summary>
    [Fact]
    [Rule("14.1")]
    public void Detach_OutstandingOperation_ReachesExtensions()
    {
        Outstanding outstanding = new();
        Passivate(Start(outstanding));

        Assert.Equal("extension", outstanding.Context!.GetExtension<string>());
        Assert.Equal(Guid.Empty, outstanding.Context.WorkflowInstanceId);
    }

    private ForEach<string> Loop() => new()
    {
        Values = new(_ => new[] { "a", "b" }),
        Body = Handlers.Action<string>(item => new Sequence { Activities = { new Wait(_log, "w"), new Note(_log, context => item.Get(context)!) } }),
    };

    private static WorkflowExecutor Start(Activity workflow)
    {
        Program program = FrozenDefinition.Of(workflow);
        WorkflowExecutor executor = ExecutorPool.Rent(program);
        executor.Attach(new InstanceState(program) { Host = new BareHost() });
        executor.Begin(null);
        executor.RunFirst();
        return executor;
    }

    private static InstanceState Passivate(WorkflowExecutor executor)
    {
        InstanceState state = executor.State;
        ExecutorPool.Detach(executor);
        return state;
    }

    private static WorkflowExecutor Activate(InstanceState state)
    {
        WorkflowExecutor executor = ExecutorPool.Rent(state.Program);
        executor.Attach(state);
        return executor;
    }

    private static void Resume(WorkflowExecutor executor, string name)
    {
        Assert.Equal(BookmarkResumptionResult.Success, executor.Bookmarks.Resume(new Bookmark(name), null));
        executor.Loop.Run();
    }

    private sealed class Outstanding : AsyncCodeActivity
    {
        public AsyncCodeActivityContext? Context { get; private set; }

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            Context = context;
            return new TaskCompletionSource().Task;
        }
    }

    /// <summary>A host with one extension. Completed operations are ignored.</summary>
    private sealed class BareHost : ExecutionHost
    {
        public override Guid InstanceId => Guid.Empty;

        public override System.Transactions.Transaction? AmbientTransaction => null;

        public override object? GetExtension(Type type) => type == typeof(string) ? "extension" : null;

        public override void Watch(Task operation, WorkItem item)
        {
        }

        public override Task SaveAsync() => Task.CompletedTask;
    }
}
