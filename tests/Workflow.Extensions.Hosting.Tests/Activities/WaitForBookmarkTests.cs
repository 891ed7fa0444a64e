using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Activities;

public sealed class WaitForBookmarkTests
{
    [Fact]
    public async Task Value_OfTheType_IsTheResult()
    {
        await using HostRun run = await StartAsync(new WaitForBookmark<Decision>("decide"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.ResumeAsync(id, "decide", new Decision(true, "Ada"));
        Assert.Equal(new Decision(true, "Ada"), await run.Client.WaitForCompletionAsync<Decision>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task Null_OfATypeThatHasIt_IsTheResult()
    {
        await using HostRun run = await StartAsync(new WaitForBookmark<int?>("count"));
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.ResumeAsync(id, "count");
        Assert.Null(await run.Client.WaitForCompletionAsync<int?>(id).WaitAsync(HangGuard.Limit));
    }

    [Fact]
    public async Task Definition_WithoutAName_IsInvalid()
    {
        await using HostRun run = HostRun.Build(workflow => workflow.AddDefinition("wait", 1, new Sequence { Activities = { new WaitForBookmark<int>() } }));
        WorkflowConfigurationException exception = await Assert.ThrowsAsync<WorkflowConfigurationException>(run.StartAsync);
        Assert.Contains("'BookmarkName'", Assert.Single(exception.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Timeout_ThatPasses_FailsWithTheNameAndTheTime()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Correlation = "17", Timeout = new(TimeSpan.FromMinutes(5)) });
        await instance.RunUntilBookmarkAsync("count/17");
        await host.AdvanceAsync(TimeSpan.FromMinutes(5) - TimeSpan.FromTicks(1));
        Assert.Null(instance.Result);
        await host.AdvanceAsync(TimeSpan.FromTicks(1));
        Assert.Equal("No message came to the bookmark 'count/17' within 00:05:00.", Assert.IsType<TimeoutException>(instance.Result!.Exception).Message);
    }

    /// <summary>A workflow can catch the exception, the wait leaves no bookmark or timer, and the saved state contains the timer.</summary>
    [Fact]
    public async Task Timeout_OfAnInstanceThatIsLoadedAgain_CanBeCaught()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromDays(30)) }));
        await instance.RunUntilBookmarkAsync("count");
        await instance.ReloadAsync();
        await host.AdvanceAsync(TimeSpan.FromDays(30));
        Assert.Equal(ActivityInstanceState.Closed, instance.Result!.EnsureClosed().State);
        instance.Result.Trace.AssertRan("late");
    }

    [Fact]
    public async Task Message_BeforeTheTimeout_EndsTheTimer()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromDays(30)) }));
        await instance.RunUntilBookmarkAsync("count");
        await instance.ResumeAsync("count", 3);
        instance.Result!.EnsureClosed().Trace.AssertDidNotRun("late");
        Assert.Equal(0, host.Time.PendingTimers);
    }

    /// <summary>Message and timeout both arrive before the instance runs again. The first ends the wait, and the second has no effect.</summary>
    [Fact]
    public async Task MessageAndTimeout_InEachOrder_EndTheWaitOnce()
    {
        InterleavingReport report = await InterleavingTest.ExploreAsync(
            Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromMinutes(1)) }),
            new InterleavingOptions { Events = [TestEvent.Advance(TimeSpan.FromMinutes(1)), TestEvent.Resume("count", 3)], MustEnd = true });
        Assert.True(report.IsExhaustive);
    }

    [Fact]
    public async Task Cancel_WhileItWaits_EndsTheWaitAndTheTimer()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromMinutes(1)) });
        await instance.RunUntilBookmarkAsync("count");
        await instance.CancelAsync();
        Assert.Equal((ActivityInstanceState.Canceled, 0), (instance.Result!.State, host.Time.PendingTimers));
    }

    [Fact]
    public async Task Timeout_WithoutALimit_NeedsNoTimer()
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.MaxValue) });
        await instance.RunUntilBookmarkAsync("count");
        Assert.Equal(0, host.Time.PendingTimers);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public async Task Timeout_NotAboveZero_Fails(int seconds)
    {
        await using TestHost host = new();
        TestInstance instance = host.Start(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromSeconds(seconds)) });
        await instance.RunUntilIdleAsync();
        Assert.Contains(
            "bind its Timeout to more than zero",
            Assert.IsType<InvalidOperationException>(instance.Result!.Exception).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Several parcels wait at the same time, and their messages arrive in another order.</summary>
    [Fact]
    public async Task Correlation_OfWaitsAtTheSameTime_GivesEachItsMessage()
    {
        DelegateInArgument<string> parcel = new();
        Variable<string> shipped = new("shipped");
        await using HostRun run = await StartAsync(new ParallelForEach<string>
        {
            Values = new(_ => new[] { "a", "b/c" }),
            Body = new ActivityAction<string>
            {
                Argument = parcel,
                Handler = new Sequence
                {
                    Variables = { shipped },
                    Activities =
                    {
                        new WaitForBookmark<string>("shipped") { Correlation = parcel, Result = shipped },
                        new Note { Text = new(context => $"{parcel.Get(context)}: {shipped.Get(context)}") },
                    },
                },
            },
        });
        Guid id = await run.StartInstanceAsync("wait");
        await run.Client.ResumeAsync(id, "shipped/b/c", "by train");
        await run.Client.ResumeAsync(id, "shipped/a", "by ship");
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
        Assert.Equal(["a: by ship", "b/c: by train"], run.Journal.Entries.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Message_AfterTheTimeout_WaitsForTheNextWait()
    {
        await using HostRun run = await StartAsync(new Sequence
        {
            Activities =
            {
                Catching(new WaitForBookmark<int>("count") { Timeout = new(TimeSpan.FromMinutes(1)) }),
                new WaitFor(),
                new WaitForBookmark<int>("count")
            },
        });
        Guid id = await run.StartInstanceAsync("wait");
        await run.UntilWaitsAsync(id, "count");
        run.Time.Advance(TimeSpan.FromMinutes(1));
        await run.UntilWaitsAsync(id, "go");
        await run.Client.ResumeAsync(id, "count", 4);
        await run.Client.ResumeAsync(id, "go", "x");
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
    }

    private static TryCatch Catching(Activity wait) => new()
    {
        Try = wait,
        Catches = { new Catch<TimeoutException> { Action = new ActivityAction<TimeoutException> { Handler = new Sequence { DisplayName = "late" } } } },
    };

    private static Task<HostRun> StartAsync(Activity root) =>
        HostRun.StartAsync(workflow => workflow.AddDefinition("wait", 1, root, WorkflowFailurePolicy.Terminate).AddType<Decision>("decision"));
}
