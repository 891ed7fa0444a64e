using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>Tests that a host loads runnable instances of all definitions, even if one definition has many of them.</summary>
public abstract class FairLoadingTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private InstanceStore _store = null!;

    public async Task InitializeAsync() => _store = await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    /// <summary>The backlog is older and exceeds the limit of loaded instances. Instances of the other definition must not wait for its end.</summary>
    [Fact]
    public async Task Backlog_OfOneDefinition_DoesNotDelayAnother()
    {
        const int Backlog = 10 * FairShare.Length, Urgent = 3, Loaded = 5;
        await using HostRun client = await HostRun.StartAsync(workflow => Define(workflow).Configure(options => options.RunInstances = false), _store, _time);
        await Task.WhenAll(Enumerable.Range(0, Backlog).Select(_ => client.StartInstanceAsync("bulk")));
        await Task.WhenAll(Enumerable.Range(0, Urgent).Select(_ => client.StartInstanceAsync("urgent")));
        FaultyStore store = new(_store);
        await using HostRun run = await HostRun.StartAsync(
            workflow => Define(workflow).Configure(options =>
            {
                options.MaxLoadedInstances = Loaded;
                options.MaxRunningInstances = 1;
            }),
            store,
            _time);
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == Backlog + Urgent);

        // The thread pool decides about the order of execution, so the test checks the order of loads. At the end of a round, there can be
        // as many loads in progress as instances in memory.
        int last = store.Loads.Index().Last(entry => entry.Item == "urgent").Index;
        Assert.InRange(last, 0, FairShare.Length + (2 * Loaded) + Urgent);
    }

    [Fact]
    public void Turns_OfDefinitions_EndAfterTheirLength()
    {
        WorkflowIdentity one = new("one", new Version(1, 0), null), other = new("other", new Version(1, 0), null);
        FairShare share = new(2);
        Assert.False(share.TryBegin());
        Assert.All(Enumerable.Range(0, FairShare.Length - 1), _ => share.Take(one));
        Assert.Empty(share.Excluded);
        share.Take(one);
        share.Take(other);
        Assert.Equal([one], share.Excluded);
        Assert.True(share.TryBegin());
        Assert.Empty(share.Excluded);

        // The new round also resets the count of the other definition.
        Assert.All(Enumerable.Range(0, FairShare.Length - 1), _ => share.Take(other));
        Assert.Empty(share.Excluded);
    }

    [Fact]
    public void Turns_OfOneDefinition_NeverEnd()
    {
        FairShare share = new(1);
        Assert.All(Enumerable.Range(0, FairShare.Length), _ => share.Take(new WorkflowIdentity("one", new Version(1, 0), null)));
        Assert.Empty(share.Excluded);
    }

    private static WorkflowHostBuilder Define(WorkflowHostBuilder workflow) => workflow
        .AddDefinition("bulk", 1, new Note { Text = "bulk" })
        .AddDefinition("urgent", 1, new Note { Text = "urgent" });

    public sealed class Memory() : FairLoadingTests(new MemoryStores());

    public sealed class Sqlite() : FairLoadingTests(new SqliteStores());
}
