using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Messages for <see cref="WaitForBookmark{T}"/> in a host.</summary>
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
