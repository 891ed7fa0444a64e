using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Execution;

/// <summary>An idle instance gives its machinery back, and goes on with any other. That nothing else differs is what <see cref="Lane.Dormant"/> shows everywhere.</summary>
public sealed class DormantInstanceTests
{
    private readonly Log _log = new();

    [Fact]
    public void TryTake_IdleInstance_ReturnsItsMachinery()
    {
        WorkflowExecution execution = Start(new Wait(_log, "w"));

        Assert.NotNull(DormantInstance.TryTake(execution));

        Assert.Same(execution, ExecutionPool.Rent(execution.Program));
    }

    [Fact]
    public void Wake_WhileOthersUseTheOldMachinery_GoesOnWithItsOwnValues()
    {
        ForEach<string> loop = Loop();
        WorkflowExecution old = Start(loop);
        DormantInstance first = DormantInstance.TryTake(old)!;
        WorkflowExecution second = Start(loop);
        Assert.Same(old, second);
        _log.Clear();

        WorkflowExecution woken = Wake(first);
        Assert.NotSame(old, woken);
        Resume(woken, "w");
        Resume(second, "w");
        DormantInstance third = DormantInstance.TryTake(woken)!;
        Resume(second, "w");
        WorkflowExecution last = Wake(third);
        Resume(last, "w");

        _log.AssertIs("w resumed ", "a", "w waits", "w resumed ", "a", "w waits", "w resumed ", "b", "w resumed ", "b");
        Assert.Equal((ExecutionOutcome.Completed, ExecutionOutcome.Completed), (second.Outcome, last.Outcome));
        ExecutionPool.Return(second);
        ExecutionPool.Return(last);
    }

    [Fact]
    public void Wake_HandlersArguments_BelongToOneInstanceOnly()
    {
        ForEach<string> loop = Loop();
        WorkflowExecution old = Start(loop);
        DormantInstance first = DormantInstance.TryTake(old)!;
        Assert.Same(old, Start(loop));
        WorkflowExecution woken = Wake(first);
        Resume(woken, "w");
        Resume(woken, "w");
        ExecutionPool.Return(woken);
        Resume(old, "w");
        _log.Clear();

        Assert.Same(woken, Start(loop));
        Resume(old, "w");

        _log.AssertIs("w waits", "w resumed ", "b");
    }

    [Fact]
    [Rule("1.8")]
    public void Wake_NumbersOfInstancesAndBookmarks_GoOn()
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
        WorkflowExecution execution = Wake(DormantInstance.TryTake(Start(probe))!);

        Assert.Equal(BookmarkResumptionResult.Success, execution.Bookmarks.Resume(bookmarks[0], null));
        execution.Loop.Run();

        Assert.Equal(["2"], ids);
        execution = Wake(DormantInstance.TryTake(execution)!);
        Assert.Equal(BookmarkResumptionResult.NotFound, execution.Bookmarks.Resume(bookmarks[0], null));
        Assert.Equal(BookmarkResumptionResult.Success, execution.Bookmarks.Resume(bookmarks[1], null));
        Assert.Equal(BookmarkResumptionResult.Success, execution.Bookmarks.Resume(bookmarks[2], null));
    }

    [Fact]
    public void TryTake_KeptInstance_StaysReadable()
    {
        ActivityInstance? kept = null;
        Wait wait = new(_log, "w");
        Probe probe = new(_log, "p", wait);
        probe.Body = context => kept = probe.Schedule(context, wait);

        DormantInstance? dormant = DormantInstance.TryTake(Start(probe));

        Assert.NotNull(dormant);
        Assert.Same(wait, kept!.Activity);
        Assert.Equal(ActivityInstanceState.Executing, kept.State);
        Assert.Empty(kept.GetOutputs());
    }

    [Fact]
    public void TryTake_PropertyInScope_KeepsItsMachinery()
    {
        Wait wait = new(_log, "w");
        Probe probe = new(_log, "p", wait);
        probe.Body = context =>
        {
            context.Properties.Add("name", "value");
            probe.Schedule(context, wait);
        };

        Assert.Null(DormantInstance.TryTake(Start(probe)));
    }

    [Fact]
    public void TryTake_BookmarkInScope_KeepsItsMachinery() =>
        Assert.Null(DormantInstance.TryTake(Start(new InScope(_log, "w", context => context.DefaultBookmarkScope))));

    [Fact]
    public void TryTake_OutstandingOperation_KeepsItsMachinery() =>
        Assert.Null(DormantInstance.TryTake(Start(new Parallel { Branches = { new Wait(_log, "w"), new Never() } })));

    [Theory]
    [InlineData(31, true)]
    [InlineData(32, false)]
    public void TryTake_ManyActivitiesWaiting_KeepTheirMachinery(int branches, bool leaves)
    {
        Parallel parallel = new();
        for (int i = 0; i < branches; i++)
        {
            parallel.Branches.Add(new Wait(_log, $"w{i}"));
        }

        Assert.Equal(leaves, DormantInstance.TryTake(Start(parallel)) is not null);
    }

    [Fact]
    public void TryTake_EndedInstance_KeepsItsMachinery() => Assert.Null(DormantInstance.TryTake(Start(new Step(_log, "s"))));

    private ForEach<string> Loop() => new()
    {
        Values = new(_ => new[] { "a", "b" }),
        Body = Handlers.Action<string>(item => new Sequence { Activities = { new Wait(_log, "w"), new Note(_log, context => item.Get(context)!) } }),
    };

    private static WorkflowExecution Start(Activity workflow)
    {
        WorkflowExecution execution = ExecutionPool.Rent(FrozenDefinition.Of(workflow));
        execution.Begin(null, static (_, _) => new BareHost(), null, slowLane: false);
        execution.RunFirst();
        return execution;
    }

    private static WorkflowExecution Wake(DormantInstance instance) => instance.Wake(static (_, _) => new BareHost(), null);

    private static void Resume(WorkflowExecution execution, string name)
    {
        Assert.Equal(BookmarkResumptionResult.Success, execution.Bookmarks.Resume(new Bookmark(name), null));
        execution.Loop.Run();
    }

    private sealed class Never : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) => new TaskCompletionSource().Task;
    }

    /// <summary>A host without extensions that brings nothing back.</summary>
    private sealed class BareHost : ExecutionHost
    {
        public override Guid InstanceId => Guid.Empty;

        public override System.Transactions.Transaction? AmbientTransaction => null;

        public override object? GetExtension(Type type) => null;

        public override void Watch(Task operation, WorkItem item)
        {
        }

        public override Task SaveAsync() => Task.CompletedTask;
    }
}
