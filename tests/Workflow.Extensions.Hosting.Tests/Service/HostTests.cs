using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>Tests of a host and the instances of its store, including failures of hosts and stores.</summary>
public abstract class HostTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private InstanceStore _store = null!;

    public async Task InitializeAsync() => _store = await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    /// <summary>Regression 10: a timer that becomes due while no host runs fires once after the next start of a host.</summary>
    [Fact]
    public async Task Timer_DueWhileNoHostRuns_FiresOnceAfterwards()
    {
        Guid id;
        await using (HostRun first = await StartAsync(Delayed))
        {
            id = await first.StartInstanceAsync("delayed");
            await first.UntilAsync(id, info => info.DueAt is not null);
        }

        _time.Advance(TimeSpan.FromDays(3));
        await using HostRun run = await StartAsync(Delayed);
        await run.EndOfAsync(id);
        Assert.Equal(["due"], run.Journal.Entries);
    }

    /// <summary>
    /// Each host has an owner of its own, which takes only the instances of its definitions. Neither host starts the instances, so both must load.
    /// </summary>
    [Fact]
    public async Task Hosts_TwoWithOneStoreObject_BothRun()
    {
        await using HostRun client = await StartAsync(workflow => workflow
            .AddDefinition("first", 1, new Note()).AddDefinition("second", 1, new Note()).Configure(options => options.RunInstances = false));
        await using HostRun first = await StartAsync(workflow => workflow.AddDefinition("first", 1, new Note { Text = "first" }));
        await using HostRun second = await StartAsync(workflow => workflow.AddDefinition("second", 1, new Note { Text = "second" }));
        await UntilCompletedAsync("first");
        await UntilCompletedAsync("second");
        await first.StopAsync();
        await UntilCompletedAsync("second");
        Assert.Equal(["first"], first.Journal.Entries);
        Assert.Equal(["second", "second"], second.Journal.Entries);
        Assert.Empty(client.Journal.Entries);
        Assert.DoesNotContain(first.Log.Lines.Concat(second.Log.Lines), line => line.Level >= LogLevel.Warning);

        async Task UntilCompletedAsync(string definition) =>
            await client.UntilAsync(await client.StartInstanceAsync(definition), info => info.State == WorkflowInstanceState.Completed);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7200)]
    public async Task Timer_InMemoryOrUnloaded_FiresAtItsTime(int secondsToUnload)
    {
        // The delay is shorter than a lease: the clock jumps over the delay, and a longer jump would delay the renewal beyond the lease.
        TimeSpan delay = TimeSpan.FromSeconds(20);
        await using HostRun run = await StartAsync(workflow => workflow
            .AddDefinition("delayed", 1, new Sequence { Activities = { new Delay { Duration = delay }, new Note { Text = "due" } } })
            .Configure(options => options.TimeToUnload = TimeSpan.FromSeconds(secondsToUnload)));
        Guid id = await run.StartInstanceAsync("delayed");
        await run.UntilAsync(id, info => info.DueAt is not null && (secondsToUnload > 0 || info.OwnerName is null));
        _time.Advance(delay);
        await run.EndOfAsync(id);
        Assert.Equal(["due"], run.Journal.Entries);
    }

    [Fact]
    public async Task Instance_Waiting_IsSavedAndUnloadedAfterTheTimeouts()
    {
        FaultyStore store = new(_store);
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options =>
            {
                options.TimeToPersist = TimeSpan.FromSeconds(10);
                options.TimeToUnload = TimeSpan.FromSeconds(30);
            }),
            store);
        Guid id = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        Assert.Equal(1, store.Saves);
        _time.Advance(TimeSpan.FromSeconds(10));
        await run.UntilWaitsAsync(id, "go");
        Assert.NotNull((await run.Client.GetAsync(id))!.OwnerName);
        _time.Advance(TimeSpan.FromSeconds(20));
        await run.UntilAsync(id, info => info.OwnerName is null);
        await Eventually.TrueAsync(() => run.Service.Loaded.Count == 0);
        Assert.Equal(3, store.Saves);
        await run.Client.ResumeAsync(id, "go", "x");
        await run.EndOfAsync(id);
    }

    /// <summary>Regression 22: many runnable instances do not delay the start of the host and do not exceed its limits.</summary>
    [Fact]
    public async Task Start_WithABacklog_ReturnsAtOnceAndRunsEverything()
    {
        const int Count = 40;
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.RunInstances = false));
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => client.StartInstanceAsync("wait")));
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options =>
        {
            options.MaxLoadedInstances = 5;
            options.MaxRunningInstances = 2;
        }));
        foreach (Guid id in ids)
        {
            await run.UntilWaitsAsync(id, "go");
            Assert.InRange(run.Service.Loaded.Count, 0, 5);
            await run.Client.ResumeAsync(id, "go", "x");
        }

        await Task.WhenAll(ids.Select(id => run.EndOfAsync(id)));
    }

    /// <summary>Regressions 9, 12 and 17: another process continues the instances of a lost process, which then cannot write any more.</summary>
    [Fact]
    public async Task Host_ThatIsLost_IsReplacedByAnotherOne()
    {
        FaultyStore lost = new(_store);
        HostRun first = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), lost);
        Guid id = await first.StartInstanceAsync("listen");
        await first.Client.ResumeAsync(id, "message", "1");
        await Eventually.TrueAsync(() => first.Journal.Entries.Count == 1);
        await first.UntilAsync(id, info => info.PendingMessageCount == 0);
        lost.IsLost = true;
        await using HostRun second = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen"));
        await second.Client.ResumeAsync(id, "message", "2");
        Assert.Empty(second.Journal.Entries);
        _time.Advance(TimeSpan.FromMinutes(2));
        await second.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(2, await second.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
        Assert.Equal(["2"], second.Journal.Entries);
        lost.IsLost = false;
        await first.StopInTimeAsync();
        Assert.Equal(WorkflowInstanceState.Completed, (await second.Client.GetAsync(id))!.State);
    }

    /// <summary>Regression 21: the store is unavailable for longer than a lease. The host recovers automatically.</summary>
    [Fact]
    public async Task Store_UnavailableForAMinute_IsUsedAgain()
    {
        FaultyStore store = new(_store);
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), store);
        Guid id = await run.StartInstanceAsync("listen");
        await run.UntilWaitsAsync(id, "message");
        InstanceOwner? before = run.Service.Status.Owner;
        store.IsCut = true;
        await Assert.ThrowsAsync<InstancePersistenceException>(() => run.Client.ResumeAsync(id, "message", "lost"));
        _time.Advance(TimeSpan.FromSeconds(90));
        await Eventually.TrueAsync(() => run.Service.Status.Failure is not null);
        store.IsCut = false;
        await Eventually.TrueAsync(
            () =>
            {
                bool isBack = run.Service.Status is { Owner: { } owner, Failure: null } && owner != before;
                _time.Advance(isBack ? TimeSpan.Zero : TimeSpan.FromSeconds(5));
                return Task.FromResult(isBack);
            },
            run.Log.ToString);
        Guid another = await run.StartInstanceAsync("listen");
        await run.Client.ResumeAsync(id, "message", "1");
        await run.Client.ResumeAsync(id, "message", "end");
        await run.Client.ResumeAsync(another, "message", "end");
        Assert.Equal(1, (await run.EndOfAsync(id)).GetOutput<int>("Result"));
        await run.EndOfAsync(another);
        Assert.Equal(["1"], run.Journal.Entries);
    }

    [Fact]
    public async Task Instance_DefinitionNotRegistered_IsLeftForAnotherHost()
    {
        await using HostRun other = await StartAsync(workflow => workflow.AddDefinition("note", 1, new Note()));
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.RunInstances = false));
        Guid id = await client.StartInstanceAsync("wait");
        await other.EndOfAsync(await other.StartInstanceAsync("note"));
        Assert.Equal(WorkflowInstanceState.Running, (await other.Client.GetAsync(id))!.State);
        await using HostRun knows = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        await knows.UntilWaitsAsync(id, "go");
    }

    /// <summary>Regression 29: the definition has changed without a new version. The instance is suspended at the first load.</summary>
    [Fact]
    public async Task Instance_WhoseDefinitionWasChanged_IsSuspendedOnce()
    {
        Guid id;
        await using (HostRun first = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait")))
        {
            id = await first.StartInstanceAsync("wait");
            await first.UntilWaitsAsync(id, "go");
        }

        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("wait", 1, new Sequence { Activities = { new Note(), new WaitFor() } }));
        await run.Client.ResumeAsync(id, "go", "x");
        WorkflowInstanceInfo info = await run.UntilAsync(id, found => found.State == WorkflowInstanceState.Suspended);
        Assert.Contains("cannot be loaded", info.Reason, StringComparison.Ordinal);
        Assert.Equal(1, info.PendingMessageCount);
        Assert.Empty(run.Journal.Entries);
    }

    [Fact]
    public async Task Extensions_ThatFail_DelayTheInstanceAndLoseNothing()
    {
        bool fails = false;
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition("note", 1, new Note()).AddExtensions((_, _) =>
        {
            if (Volatile.Read(ref fails))
            {
                throw new InvalidOperationException("No service.");
            }
        }));
        await using HostRun client = await StartAsync(
            workflow => workflow.AddDefinition("note", 1, new Note()).Configure(options => options.RunInstances = false));
        Volatile.Write(ref fails, true);
        Guid id = await client.StartInstanceAsync("note");
        await Eventually.TrueAsync(() => run.Log.Lines.Any(line => line.Id == 3 && line.Exception?.Message == "No service."));
        WorkflowInstanceInfo info = (await client.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Running, null, 0), (info.State, info.OwnerName, info.FailureCount));
        Volatile.Write(ref fails, false);
        await Eventually.TrueAsync(
            async () =>
            {
                _time.Advance(TimeSpan.FromSeconds(1));
                return (await client.Client.GetAsync(id))!.State == WorkflowInstanceState.Completed;
            },
            run.Log.ToString);
    }

    /// <summary>Regression 14: a timer fires once although several hosts run.</summary>
    [Fact]
    public async Task Timer_WithSeveralHosts_FiresOnce()
    {
        await using HostRun first = await StartAsync(Unloading), second = await StartAsync(Unloading);
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => first.StartInstanceAsync("delayed")));
        foreach (Guid id in ids)
        {
            await first.UntilAsync(id, info => info.DueAt is not null && info.OwnerName is null);
        }

        _time.Advance(TimeSpan.FromHours(1) - TimeSpan.FromTicks(1));
        Assert.Empty(first.Journal.Entries.Concat(second.Journal.Entries));
        _time.Advance(TimeSpan.FromTicks(1));
        await Eventually.TrueAsync(
            async () => await first.Client.QueryAsync().AllAsync(info => info.State == WorkflowInstanceState.Completed),
            () => first.Log.ToString());
        Assert.Equal(20, first.Journal.Entries.Count + second.Journal.Entries.Count);

        static void Unloading(WorkflowHostBuilder workflow) => Delayed(workflow.Configure(options => options.TimeToUnload = TimeSpan.Zero));
    }

    private static void Delayed(WorkflowHostBuilder workflow) => workflow.AddDefinition(
        "delayed", 1, new Sequence { Activities = { new Delay { Duration = TimeSpan.FromHours(1) }, new Note { Text = "due" } } });

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure, InstanceStore? store = null) =>
        HostRun.StartAsync(configure, store ?? new FaultyStore(_store), _time);

    public sealed class Memory() : HostTests(new MemoryStores());

    public sealed class Sqlite() : HostTests(new SqliteStores());
}
