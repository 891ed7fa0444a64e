using System.Globalization;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>
/// Tests of defects of comparable systems that no other test class covers. The variable WORKFLOW_BACKLOG sets the number of instances in the tests with many
/// instances (default 300).
/// </summary>
public abstract class RegressionTests(TestStores stores) : IAsyncLifetime
{
    private static readonly int Many = int.Parse(Environment.GetEnvironmentVariable("WORKFLOW_BACKLOG") ?? "300", CultureInfo.InvariantCulture);

    /// <summary>The limit after which a test counts as hanging. It grows with the number of instances.</summary>
    private static readonly TimeSpan Limit = HangGuard.Limit + TimeSpan.FromMilliseconds(10 * Many);

    private readonly VirtualTimeProvider _time = new();
    private InstanceStore _store = null!;

    public async Task InitializeAsync() => _store = await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    /// <summary>Regression 7: many instances report to one instance, which records each report once.</summary>
    [Fact]
    public async Task Messages_OfManyInstancesToOne_AreAllRecordedOnce()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<Listen>("all").AddDefinition<Report>("one"));
        Guid all = await run.StartInstanceAsync("all", null, new() { Key = "all" });
        await System.Threading.Tasks.Parallel.ForEachAsync(
            Enumerable.Range(0, Many),
            new ParallelOptions { MaxDegreeOfParallelism = 16 },
            async (number, _) => await run.StartInstanceAsync("one", new { Number = number }));
        await Eventually.TrueAsync(() => run.Journal.Entries.Count >= Many, Limit);
        await run.Client.ResumeAsync(all, "message", "end");
        Assert.Equal(Many, await run.Client.WaitForCompletionAsync<int>(all).WaitAsync(HangGuard.Limit));
        Assert.Equal(Enumerable.Range(0, Many), run.Journal.Entries.Select(entry => int.Parse(entry, CultureInfo.InvariantCulture)).Order());
    }

    /// <summary>Regression 8: a message for an ended instance is not delivered to the next instance with the same key.</summary>
    [Fact]
    public async Task Messages_OfAnEndedInstance_AreNotForTheNextInstance()
    {
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.RunInstances = false));
        WorkflowStartOptions withKey = new() { Key = "order/1" };
        Guid first = await client.StartInstanceAsync("wait", null, withKey);
        await client.Client.ResumeAsync("order/1", "go", "first");
        await client.Client.ResumeAsync("order/1", "go", "left over");
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        await run.EndOfAsync(first);
        Guid second = await run.StartInstanceAsync("wait", null, withKey);
        Assert.Equal(0, (await run.UntilWaitsAsync(second, "go")).PendingMessageCount);
        await run.Client.ResumeAsync("order/1", "go", "second");
        Assert.Equal("first", (await run.EndOfAsync(first)).GetOutput<string>("Result"));
        Assert.Equal("second", (await run.EndOfAsync(second)).GetOutput<string>("Result"));
    }

    /// <summary>Regression 15: parallel branches in a loop are joined once in each iteration, whatever the order of their ends.</summary>
    [Fact]
    public async Task Parallel_InsideALoop_IsJoinedOnceInEachRound()
    {
        const int Rounds = 4;
        Variable<int> round = new("round");
        Sequence loop = new()
        {
            Variables = { round },
            Activities =
            {
                new While(context => round.Get(context) < Rounds)
                {
                    Body = new Sequence
                    {
                        Activities =
                        {
                            new Workflow.Statements.Parallel { Branches = { new WaitFor { Bookmark = "a" }, new WaitFor { Bookmark = "b" } } },
                            new Assign<int> { To = round, Value = new(context => round.Get(context) + 1) },
                            new Note { Text = new(context => $"joined {round.Get(context)}") },
                        },
                    },
                },
            },
        };
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("loop", 1, loop));
        Guid id = await run.StartInstanceAsync("loop");
        await Task.WhenAll(Enumerable.Range(0, 2 * Rounds).Select(number => run.Client.ResumeAsync(id, number % 2 == 0 ? "b" : "a")));
        await run.EndOfAsync(id);
        Assert.Equal(Enumerable.Range(1, Rounds).Select(number => $"joined {number}"), run.Journal.Entries);
    }

    /// <summary>Regression 20: starts that are refused because of their key store nothing and do not affect later calls.</summary>
    [Fact]
    public async Task StartAsync_WithOneKeyManyTimes_StoresOneInstance()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        WorkflowStartOptions withKey = new() { Key = "order/1" };
        Exception?[] failures = await Task.WhenAll(Enumerable.Range(0, 16)
            .Select(async _ => await Record.ExceptionAsync(() => run.Client.StartAsync("wait", null, withKey))))
            .WaitAsync(HangGuard.Limit);
        Assert.Single(failures, failure => failure is null);
        Assert.All(failures.Where(failure => failure is not null), failure => Assert.IsType<WorkflowKeyInUseException>(failure));
        List<WorkflowInstanceInfo> stored = [];
        await foreach (WorkflowInstanceInfo info in run.Client.QueryAsync())
        {
            stored.Add(info);
        }

        Assert.Equal("order/1", Assert.Single(stored).Key);
        Guid other = await run.StartInstanceAsync("wait", null, new() { Key = "order/2" });
        await run.Client.ResumeAsync(other, "go", "x");
        await run.EndOfAsync(other);
    }

    /// <summary>Regression 23: the end of a child is reported twice. The second report must not count as the report of the next child.</summary>
    [Fact]
    public async Task Report_ThatIsSentTwice_IsTakenOnce()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<Listen>("all").AddDefinition<Report>("one"));
        Guid all = await run.StartInstanceAsync("all", null, new() { Key = "all" });
        await run.EndOfAsync(await run.StartInstanceAsync("one", new { Number = 1 }));
        Assert.True((await run.Client.ResumeAsync("all", "message", "1", requestId: Report.RequestId(1))).IsRepeated);
        await run.EndOfAsync(await run.StartInstanceAsync("one", new { Number = 2 }));
        await run.Client.ResumeAsync(all, "message", "end");
        Assert.Equal(2, await run.Client.WaitForCompletionAsync<int>(all).WaitAsync(HangGuard.Limit));
        Assert.Equal(["1", "2"], run.Journal.Entries);
    }

    /// <summary>Regression 24: the other branches of a Pick, here a timer and a bookmark, do not prevent the end of the instance.</summary>
    [Fact]
    public async Task Pick_WhoseBranchHasWon_EndsTheInstanceAtOnce()
    {
        Pick pick = new()
        {
            Branches =
            {
                new PickBranch { Trigger = new WaitFor { Bookmark = "won" }, Action = new Note { Text = "won" } },
                new PickBranch { Trigger = new Delay { Duration = TimeSpan.FromHours(1) }, Action = new Note { Text = "late" } },
                new PickBranch { Trigger = new WaitFor { Bookmark = "lost" }, Action = new Note { Text = "lost" } },
            },
        };
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("race", 1, pick));
        Guid id = await run.StartInstanceAsync("race");
        await run.UntilWaitsAsync(id, "won");
        await run.Client.ResumeAsync(id, "won");
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Empty(info.Bookmarks);
        await Assert.ThrowsAsync<WorkflowInstanceEndedException>(() => run.Client.ResumeAsync(id, "lost"));
        _time.Advance(TimeSpan.FromHours(2));
        Assert.Equal(["won"], run.Journal.Entries);
    }

    /// <summary>Regression 27: an instance that waits during the deployment of a newer version continues with its own version.</summary>
    [Fact]
    public async Task Instance_WaitingDuringADeployment_ContinuesWithItsVersion()
    {
        Guid id;
        await using (HostRun old = await StartAsync(workflow => workflow.AddDefinition("wait", 1, Version("one"))))
        {
            id = await old.StartInstanceAsync("wait");
            await old.UntilWaitsAsync(id, "go");
        }

        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("wait", 2, Version("two")).AddDefinition("wait", 1, Version("one")));
        Guid second = await run.StartInstanceAsync("wait");
        await run.Client.ResumeAsync(id, "go");
        await run.EndOfAsync(id);
        Assert.Equal(["one"], run.Journal.Entries);
        await run.Client.ResumeAsync(second, "go");
        await run.EndOfAsync(second);
        Assert.Equal(["one", "two"], run.Journal.Entries);

        static Sequence Version(string text) => new() { Activities = { new WaitFor(), new Note { Text = text } } };
    }

    /// <summary>Regression 27: a workflow without work completes.</summary>
    [Fact]
    public async Task Instance_WithNothingToDo_Completes()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("nothing", 1, new Sequence()));
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(await run.StartInstanceAsync("nothing"))).State);
    }

    /// <summary>Regressions 22 and 35: a backlog does not delay the start of a host, runs within its limits, and leaves no instance in memory.</summary>
    [Fact]
    public async Task Start_WithManyRunnableInstances_RunsAllAndKeepsNothing()
    {
        const int MaxLoaded = 50;
        await using HostRun client = await StartAsync(
            workflow => workflow.AddDefinition("note", 1, new Note()).Configure(options => options.RunInstances = false));
        await System.Threading.Tasks.Parallel.ForEachAsync(
            Enumerable.Range(0, Many), new ParallelOptions { MaxDegreeOfParallelism = 32 }, async (_, _) => await client.StartInstanceAsync("note"));
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition("note", 1, new Note()).Configure(options => options.MaxLoadedInstances = MaxLoaded));
        int mostLoaded = 0;
        await Eventually.TrueAsync(
            () =>
            {
                mostLoaded = Math.Max(mostLoaded, run.Service.Loaded.Count);
                return run.Journal.Entries.Count >= Many && run.Service.Loaded.Count == 0;
            },
            Limit);
        Assert.Equal(Many, run.Journal.Entries.Count);
        Assert.InRange(mostLoaded, 1, MaxLoaded);
        await foreach (WorkflowInstanceInfo info in run.Client.QueryAsync(new InstanceQuery { Statuses = [InstanceStatus.Executing, InstanceStatus.Idle] }))
        {
            Assert.Fail($"The instance '{info.InstanceId}' has not ended: {info.State}.");
        }
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure) => HostRun.StartAsync(configure, _store, _time);

    /// <summary>An activity that sends its number to the instance with the key 'all', with a request id.</summary>
    public sealed class Report : AsyncCodeActivity
    {
        [RequiredArgument]
        public InArgument<int> Number { get; set; } = null!;

        public static string RequestId(int number) => string.Create(CultureInfo.InvariantCulture, $"report/{number}");

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            int number = Number.Get(context);
            return context.GetRequiredService<WorkflowClient>().ResumeAsync(
                "all", "message", number.ToString(CultureInfo.InvariantCulture), requestId: RequestId(number), cancellationToken: cancellationToken);
        }
    }

    public sealed class Memory() : RegressionTests(new MemoryStores());

    public sealed class Sqlite() : RegressionTests(new SqliteStores());
}
