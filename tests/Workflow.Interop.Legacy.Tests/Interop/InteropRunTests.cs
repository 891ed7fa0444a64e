extern alias WorkflowCore;
using Workflow.Interop.Legacy.Tests.TestKit;
using Workflow.Testing;
using WorkflowCore::Workflow;
using WorkflowCore::Workflow.Statements;
using static Workflow.Interop.Legacy.Tests.TestKit.Hosted;
using NewActivity = WorkflowCore::Workflow.Activity;
using NewInterop = Workflow.Statements.Interop;

namespace Workflow.Interop.Legacy.Tests.Interop;

/// <summary>Runs of legacy activities in new workflows (B.2), and their faults (B.3).</summary>
[Trait("Paragraph", "B.2")]
public sealed class InteropRunTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);
    private readonly List<string> _trace = [];

    [Fact]
    public async Task Queues_AreBookmarksAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Sequence(Interop<TwoReadings>(_trace), Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        Assert.Equal(["first", "second"], instance.Bookmarks.Select(static bookmark => bookmark.BookmarkName).Order());
        await instance.ResumeAsync("second", 2);
        await instance.ResumeAsync("first", 1);
        await instance.RunToEndAsync();
        Assert.Equal(["begin", "first 1", "second 2", "end", "after"], _trace);
        Assert.Empty(instance.Bookmarks);
    }

    [Fact]
    public async Task Delay_UsesTheTimerOfTheHostAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Sequence(Interop<Waits>(_trace), Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        Assert.Equal(host.Time.GetUtcNow() + (5 * Minute), host.Time.NextTimer);
        await host.AdvanceAsync(4 * Minute);
        Assert.Equal(["begin"], _trace);
        await host.AdvanceAsync(Minute);
        Assert.Equal(["begin", "end", "after"], _trace);
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Delay_InAnInvoker_EndsAsync()
    {
        WorkflowInvoker invoker = new(Interop<Waits>(_trace));
        VirtualTimeProvider time = new();
        invoker.Extensions.Add(time);
        Task<IDictionary<string, object?>> run = invoker.InvokeAsync();
        while (time.PendingTimers == 0)
        {
            await Task.Yield();
        }

        time.Advance(5 * Minute);
        await run;
        Assert.Equal(["begin", "end"], _trace);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Listen_FirstEvent_RemovesOtherAsync(bool isItem)
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Interop<Listens>(_trace));
        await instance.RunUntilIdleAsync();
        if (isItem)
        {
            await instance.ResumeAsync("item", 1);
        }

        await host.AdvanceAsync(5 * Minute);
        Assert.Equal(isItem ? ["item 1", "item came", "end"] : ["time over", "end"], _trace);
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
    }

    [Fact]
    public async Task Branches_OfLegacyActivities_RunConcurrentlyAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Parallel(
            Interop<TwoReadings>(_trace, "a"),
            Interop<Waits>(_trace, "b"),
            Sequence(new Delay { Duration = new InArgument<TimeSpan>(Minute) }, Log(_trace, "new"))));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("first", 1);
        await host.AdvanceAsync(5 * Minute);
        await instance.ResumeAsync("second", 2);
        await instance.RunToEndAsync();
        Assert.Equal(["begin", "begin", "first 1", "new", "end", "second 2", "end"], _trace);
    }

    [Fact]
    public async Task Queue_NamedLikeBookmark_FaultsActivityAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Parallel(
            Interop<TwoReadings>(_trace, "a"),
            Try<InvalidOperationException>(_trace, Interop<TwoReadings>(_trace, "b"))));
        await instance.RunUntilIdleAsync();
        Assert.Contains(_trace, static line => line.StartsWith("caught The workflow has a bookmark", StringComparison.Ordinal));
        await instance.ResumeAsync("first", 1);
        await instance.ResumeAsync("second", 2);
        await instance.RunToEndAsync();
        Assert.Equal(["first 1", "second 2", "end"], _trace.TakeLast(3));
    }

    [Fact]
    public async Task Loop_RunsANewActivityInEachIterationAsync()
    {
        int count = 0;
        await using TestHost host = new();
        TestInstance instance = host.Start(new While(_ => count++ < 3) { Body = Interop<TwoReadings>(_trace) });
        for (int i = 0; i < 3; i++)
        {
            await instance.RunUntilIdleAsync();
            await instance.ResumeAsync("first", i);
            await instance.ResumeAsync("second", i);
        }

        await instance.RunToEndAsync();
        Assert.Equal(12, _trace.Count);
        Assert.Equal(["first 2", "second 2", "end"], _trace.TakeLast(3));
    }

    [Fact]
    public async Task Cancel_CancelsTheActivityAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new Pick
        {
            Branches =
            {
                new PickBranch { Trigger = Interop<Listens>(_trace), Action = Log(_trace, "legacy") },
                new PickBranch { Trigger = new Delay { Duration = new InArgument<TimeSpan>(Minute) }, Action = Log(_trace, "new") },
            },
        });
        await instance.RunUntilIdleAsync();
        await host.AdvanceAsync(10 * Minute);
        Assert.Equal(["new"], _trace);
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.State);
        Assert.Equal(0, host.Time.PendingTimers);
    }

    [Fact]
    public async Task Cancel_WaitsForTheCancellationHandlerAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Interop<CancelsSlowly>(_trace));
        await instance.RunUntilIdleAsync();
        Task canceling = instance.CancelAsync();
        await host.RunUntilIdleAsync();
        Assert.Equal(["canceling"], _trace);
        await instance.ResumeAsync("undo", 1);
        await instance.RunToEndAsync();
        await canceling;
        Assert.Equal(["canceling", "undo 1", "canceled"], _trace);
        Assert.Equal(ActivityInstanceState.Canceled, instance.Result!.State);
    }

    [Fact]
    public async Task Cancel_FaultHandlerRuns_AwaitsItAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Interop<Handles>(_trace));
        await instance.RunUntilIdleAsync();
        Assert.Equal(["handled"], _trace);
        Task canceling = instance.CancelAsync();
        await host.RunUntilIdleAsync();
        await instance.ResumeAsync("item", 1);
        await canceling;
        Assert.Equal(["handled", "item 1"], _trace);
        Assert.NotNull(instance.Result);
    }

    [Fact]
    [Trait("Paragraph", "B.3")]
    public async Task Fault_IsCaughtByANewTryCatchAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Sequence(Try<FormatException>(_trace, Interop<Fails>(_trace)), Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("item", 1);
        await instance.RunToEndAsync();
        Assert.Equal(["item 1", "caught legacy", "after"], _trace);
        Assert.Empty(instance.Bookmarks);
    }

    [Fact]
    [Trait("Paragraph", "B.3")]
    public async Task Fault_HandledInside_DoesNotLeaveActivityAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Sequence(Try<FormatException>(_trace, Interop<Handles>(_trace)), Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("item", 1);
        await instance.RunToEndAsync();
        Assert.Equal(["handled", "item 1", "after"], _trace);
    }

    [Fact]
    [Trait("Paragraph", "B.3")]
    public async Task Terminate_InActivity_ThrowsFromInteropAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Sequence(
            Try<ComponentModel.WorkflowTerminatedException>(_trace, Interop<Terminates>(_trace)),
            Log(_trace, "after")));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("item", 1);
        await instance.RunToEndAsync();
        Assert.Equal(["item 1", "caught over", "after"], _trace);
    }

    [Fact]
    [Trait("Paragraph", "B.3")]
    public void Compensation_OfALoop_Runs()
    {
        WorkflowInvoker.Invoke(Interop<Books>(_trace));
        Assert.Equal(["booked", "booked", "booked", "undone", "undone", "undone", "end"], _trace);
    }

    [Fact]
    public async Task CompensableActivity_CompensatesAfterTheActivityAsync()
    {
        await using TestHost host = new();
        NewActivity body = Sequence(
            new CompensableActivity { Body = Interop<TwoReadings>(_trace), CompensationHandler = Interop<Waits>(_trace) },
            new Throw { Exception = new InArgument<Exception>(_ => new ArithmeticException("new")) });
        TestInstance instance = host.Start(Try<ArithmeticException>(_trace, new CompensableActivity { Body = body }));
        await instance.RunUntilIdleAsync();
        await instance.ResumeAsync("first", 1);
        await instance.ResumeAsync("second", 2);
        await host.AdvanceAsync(5 * Minute);
        Assert.Equal(["begin", "first 1", "second 2", "end"], _trace.Take(4));
        Assert.NotNull(instance.Result);
    }

    [Fact]
    public async Task TransactionScope_IsAmbientInTheActivityAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new TransactionScope { Body = Interop<SeesTransaction>(_trace) });
        await instance.RunToEndAsync();
        Assert.Equal(["Active"], _trace);
    }

    [Fact]
    public async Task Terminate_OfTheInstance_ReleasesTheActivityAsync()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Interop<Releases>(_trace));
        await instance.RunUntilIdleAsync();
        await instance.TerminateAsync("enough");
        await host.RunUntilIdleAsync();
        Assert.Equal(["released"], _trace);
        Assert.Equal(0, host.Time.PendingTimers);
    }

    [Fact]
    public void Services_OfTheHost_AreServicesOfTheActivity()
    {
        WorkflowInvoker invoker = new(Interop<UsesService>(_trace));
        invoker.Extensions.Add(new Version(1, 2));
        invoker.Invoke();
        Assert.Equal(["1.2"], _trace);
    }

    public sealed class SeesTransaction : TracedSequence
    {
        public SeesTransaction() => this.With(Tree.Code("c", (_, _) => Trace.Add($"{System.Transactions.Transaction.Current?.TransactionInformation.Status}")));
    }

    public sealed class UsesService : TracedSequence
    {
        protected override ComponentModel.ActivityExecutionStatus Execute(ComponentModel.ActivityExecutionContext executionContext)
        {
            ArgumentNullException.ThrowIfNull(executionContext);
            Trace.Add($"{executionContext.GetService<Version>()}");
            return ComponentModel.ActivityExecutionStatus.Closed;
        }
    }

    public sealed class Releases : TracedSequence
    {
        public Releases() => this.With(Tree.Delay("delay", 3));

        protected override void Uninitialize(IServiceProvider provider) => Trace.Add("released");
    }
}
