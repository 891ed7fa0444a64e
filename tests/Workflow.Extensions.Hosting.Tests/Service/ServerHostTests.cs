using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>
/// Tests of hosts and clients with separate stores on one database server: start, resumption, recovery and shutdown. <see cref="HostTests"/> tests the details
/// on stores with the clock of the test.
/// </summary>
public abstract class ServerHostTests(TestDatabase database) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private readonly ServerStores _stores = new(database);
    private FaultyStore _first = null!, _second = null!;

    public async Task InitializeAsync()
    {
        _first = new FaultyStore(await _stores.CreateAsync(_time));
        _second = new FaultyStore(await _stores.CreateAsync(_time));
    }

    public Task DisposeAsync() => _stores.DisposeAsync();

    [Fact]
    public async Task Instance_OfAClientInAnotherProcess_IsStartedAndResumedOnce()
    {
        await using HostRun client = await StartAsync(
            _first, workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.RunInstances = false));
        await using HostRun host = await StartAsync(
            _second, workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.TimeToUnload = TimeSpan.Zero));
        WorkflowStartOptions start = new() { Key = "order/1", RequestId = "start" };
        Guid id = await client.StartInstanceAsync("wait", null, start);
        Assert.Equal(id, await client.StartInstanceAsync("wait", null, start));
        await UntilAsync(client, id, info => info.Bookmarks.Contains("go") && info.OwnerName is null);
        Assert.False((await client.Client.ResumeAsync("order/1", "go", "value", requestId: "resume")).IsRepeated);
        Assert.True((await client.Client.ResumeAsync("order/1", "go", "value", requestId: "resume")).IsRepeated);
        await UntilAsync(client, id, info => info.State == WorkflowInstanceState.Completed);
        Assert.Equal("value", await client.Client.WaitForCompletionAsync<string>(id).WaitAsync(HangGuard.Limit));
        await Assert.ThrowsAsync<WorkflowInstanceEndedException>(() => client.Client.ResumeAsync(id, "go", "late"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3600)]
    public async Task Messages_OfAnotherProcess_AreDeliveredInOrder(int secondsToUnload)
    {
        const int Count = 10;
        await using HostRun client = await StartAsync(
            _first, workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.RunInstances = false));
        await using HostRun host = await StartAsync(
            _second, workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.TimeToUnload = TimeSpan.FromSeconds(secondsToUnload)));
        Guid id = await client.StartInstanceAsync("listen");
        for (int i = 0; i < Count; i++)
        {
            await client.Client.ResumeAsync(id, "message", $"{i}");
        }

        await client.Client.ResumeAsync(id, "message", "end");
        await UntilAsync(client, id, info => info.State == WorkflowInstanceState.Completed);
        Assert.Equal(Enumerable.Range(0, Count).Select(i => $"{i}"), host.Journal.Entries);
        Assert.Equal(0, (await client.Client.GetAsync(id))!.PendingMessageCount);
    }

    /// <summary>Another process continues the instances of a lost process after the end of the lease. The lost process cannot write any more.</summary>
    [Fact]
    public async Task Host_ThatIsLost_IsReplacedByAnotherOne()
    {
        // The virtual time that passes depends on the speed of the server, so the instance must never be unloaded.
        HostRun first = await StartAsync(
            _first, workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.TimeToUnload = Timeout.InfiniteTimeSpan));
        Guid id = await first.StartInstanceAsync("listen");
        await first.Client.ResumeAsync(id, "message", "1");
        await UntilAsync(first, id, info => info.PendingMessageCount == 0 && first.Journal.Entries.Count == 1);
        _first.IsLost = true;
        await using HostRun second = await StartAsync(_second, workflow => workflow.AddDefinition<Listen>("listen"));
        await second.Client.ResumeAsync(id, "message", "2");
        await second.Client.ResumeAsync(id, "message", "end");
        Assert.NotNull((await second.Client.GetAsync(id))!.OwnerName);
        Assert.Empty(second.Journal.Entries);
        await _stores.EndLeasesAsync();
        await UntilAsync(second, id, info => info.State == WorkflowInstanceState.Completed);
        Assert.Equal(2, await second.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
        Assert.Equal(["2"], second.Journal.Entries);
        _first.IsLost = false;
        await first.StopInTimeAsync();
        Assert.Equal(WorkflowInstanceState.Completed, (await second.Client.GetAsync(id))!.State);
    }

    [Fact]
    public async Task StopAsync_WithWaitingInstances_LeavesThemForTheNextHost()
    {
        HostRun first = await StartAsync(_first, workflow => Define(workflow).Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)));
        Guid waiting = await first.StartInstanceAsync("listen"), delayed = await first.StartInstanceAsync("delayed");
        await Eventually.TrueAsync(() =>
            first.Service.Loaded.Find(waiting) is { IdleSince: not null }
            && first.Service.Loaded.Find(delayed) is { IdleSince: not null });
        await first.StopAsync();
        WorkflowInstanceInfo info = (await first.Client.GetAsync(waiting))!;
        Assert.Equal((WorkflowInstanceState.Waiting, null, 0), (info.State, info.OwnerName, info.FailureCount));
        Assert.NotNull((await first.Client.GetAsync(delayed))!.DueAt);
        await first.Client.ResumeAsync(waiting, "message", "1");
        Assert.True(await first.Client.WithdrawAsync(await first.Client.ResumeAsync(waiting, "message", "withdrawn")));
        await first.Client.ResumeAsync(waiting, "message", "end");
        await using HostRun next = await StartAsync(_second, workflow => Define(workflow));
        await UntilAsync(next, waiting, found => found.State == WorkflowInstanceState.Completed);
        await UntilAsync(next, delayed, found => found.State == WorkflowInstanceState.Completed);
        Assert.Equal(["1", "due"], next.Journal.Entries.Order());

        static WorkflowHostBuilder Define(WorkflowHostBuilder workflow) => workflow.AddDefinition<Listen>("listen").AddDefinition(
            "delayed", 1, new Sequence { Activities = { new Delay { Duration = TimeSpan.FromSeconds(1) }, new Note { Text = "due" } } });
    }

    [Fact]
    public async Task Instance_Suspended_KeepsItsMessagesUntilContinued()
    {
        await using HostRun client = await StartAsync(
            _first, workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.RunInstances = false));
        await using HostRun host = await StartAsync(_second, workflow => workflow.AddDefinition<Listen>("listen"));
        Guid id = await client.StartInstanceAsync("listen");
        await UntilAsync(client, id, info => info.Bookmarks.Contains("message"));
        await client.Client.SuspendAsync(id, "for a test");

        // The host removes the message that suspends the instance after the suspension.
        await UntilAsync(client, id, info => info is { State: WorkflowInstanceState.Suspended, PendingMessageCount: 0 });
        await client.Client.ResumeAsync(id, "message", "1");
        await client.Client.ResumeAsync(id, "message", "end");
        WorkflowInstanceInfo info = (await client.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Suspended, 2, null), (info.State, info.PendingMessageCount, info.OwnerName));
        Assert.Empty(host.Journal.Entries);
        Assert.True(await client.Client.ContinueAsync(id));
        await UntilAsync(client, id, found => found.State == WorkflowInstanceState.Completed);
        Assert.Equal(["1"], host.Journal.Entries);
    }

    private Task<HostRun> StartAsync(InstanceStore store, Action<WorkflowHostBuilder> configure) => HostRun.StartAsync(configure, store, _time);

    /// <summary>Waits for a condition and advances the clock, because stores poll for changes of other processes.</summary>
    private Task UntilAsync(HostRun run, Guid id, Func<WorkflowInstanceInfo, bool> condition)
    {
        WorkflowInstanceInfo? info = null;
        return Eventually.TrueAsync(
            async () =>
            {
                _time.Advance(TimeSpan.FromSeconds(1));
                return (info = await run.Client.GetAsync(id)) is not null && condition(info);
            },
            () => $"{info?.State} {info?.Reason} {info?.PendingMessageCount} {info?.OwnerName}; {run.Log}");
    }

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : ServerHostTests(database), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class SqlServer(SqlServerTestDatabase database) : ServerHostTests(database), IClassFixture<SqlServerTestDatabase>;
}
