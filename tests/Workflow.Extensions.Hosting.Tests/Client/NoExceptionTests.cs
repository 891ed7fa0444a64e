using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Nothing that is expected is an exception: an exception costs as much as a whole instance.</summary>
[Collection(AloneCollection.Name)]
public abstract class NoExceptionTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private FaultyStore _store = null!;

    public async Task InitializeAsync() => _store = new FaultyStore(await stores.CreateAsync(_time));

    public Task DisposeAsync() => stores.DisposeAsync();

    [Fact]
    public Task Instances_ThatStayInMemory_ThrowNothing() => RunAsync(1000, TimeSpan.FromHours(1));

    [Fact]
    public Task Instances_ThatAreUnloadedWhenIdle_ThrowNothing() => RunAsync(200, TimeSpan.Zero);

    private async Task RunAsync(int count, TimeSpan timeToUnload)
    {
        using ThrownExceptions thrown = new();
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.TimeToUnload = timeToUnload), _store, _time);
        await Eventually.TrueAsync(() => _store.HasWaitForRunnable);
        await Parallel
            .ForEachAsync(Enumerable.Range(0, count), new ParallelOptions { MaxDegreeOfParallelism = 16 }, async (_, _) => await RunOneAsync(run))
            .WaitAsync(HangGuard.Limit);
        Assert.Equal(string.Empty, thrown.ToString());
    }

    private static async Task RunOneAsync(HostRun run)
    {
        Guid id = await run.StartInstanceAsync("listen");
        await run.Client.ResumeAsync(id, "message", "one");
        await run.Client.ResumeAsync(id, "message", "end");
        await run.EndOfAsync(id);
    }

    public sealed class Memory() : NoExceptionTests(new MemoryStores());

    public sealed class Sqlite() : NoExceptionTests(new SqliteStores());
}
