using Microsoft.Extensions.DependencyInjection;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>The orderly shutdown, whatever activities do.</summary>
public sealed class ShutdownTests
{
    private readonly VirtualTimeProvider _time = new();
    private readonly InMemoryInstanceStore _store;

    public ShutdownTests() => _store = HostRun.NewStore(_time);

    [Fact]
    public async Task StopAsync_WithWaitingInstances_SavesAndUnlocksThem()
    {
        HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)));
        Guid id = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        await run.StopAsync();
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Waiting, null, 0), (info.State, info.Host, info.Failures));
        Assert.Null(_store.DefaultOwner);
    }

    [Fact]
    public async Task StopAsync_WithAnOperationThatEndsInTime_SavesItsResult()
    {
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously), end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Sequence work = new()
        {
            Activities =
            {
                new DoAsync(_ =>
                {
                    began.TrySetResult();
                    return end.Task;
                }),
                new Note { Text = "done" }, new WaitFor(),
            },
        };
        HostRun run = await StartAsync(workflow => workflow.AddDefinition("work", 1, work));
        Guid id = await run.StartInstanceAsync("work");
        await began.Task.WaitAsync(HangGuard.Limit);
        Task stop = run.StopAsync();
        end.SetResult();
        await stop;
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal((null, 0), (info.Host, info.Failures));
        await using HostRun next = await StartAsync(workflow => workflow.AddDefinition("work", 1, work));
        await next.UntilWaitsAsync(id, "go");
        Assert.Single(run.Journal.Entries.Concat(next.Journal.Entries));
    }

    /// <summary>An operation that never ends and ignores its cancellation, and a thread that is blocked: the drain timeout ends the wait, and the others are saved.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task StopAsync_WithWorkThatDoesNotEnd_AbortsItAfterTheDrainTimeout(bool blocks)
    {
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously), never = new();
        Activity stuck = blocks
            ? new Do(_ =>
            {
                began.TrySetResult();
                Block(never.Task);
            })
            : new DoAsync(_ =>
            {
                began.TrySetResult();
                return never.Task;
            });
        HostRun run = await StartAsync(workflow => workflow.AddDefinition("stuck", 1, stuck).AddDefinition<WaitFor>("wait").Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)));
        Guid waiting = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(waiting) is { IdleSince: not null });
        Guid id = await run.StartInstanceAsync("stuck");
        await began.Task.WaitAsync(HangGuard.Limit);
        await run.StopInTimeAsync();
        Assert.Null((await run.Client.GetAsync(waiting))!.Host);
        Assert.Contains("go", (await run.Client.GetAsync(waiting))!.Bookmarks);
        WorkflowInstanceInfo aborted = (await run.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Running, null, 0), (aborted.State, aborted.Host, aborted.Failures));
        Assert.Null(_store.DefaultOwner);
        never.SetResult();
    }

    [Fact]
    public async Task StopAsync_WithServicesThatFailToEnd_SavesTheInstance()
    {
        HostRun run = await StartAsync(
            workflow => workflow.AddDefinition("use", 1, new Sequence { Activities = { new Do(context => context.GetRequiredService<Failing>()), new WaitFor() } }),
            services => services.AddScoped<Failing>());
        Guid id = await run.StartInstanceAsync("use");
        await run.UntilWaitsAsync(id, "go");
        await run.StopAsync();
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Waiting, null, 0), (info.State, info.Host, info.Failures));
        Assert.Contains(run.Log.Lines, line => line.Id == 12 && line.Exception?.Message == "It fails.");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task StopAsync_WithAStoreThatIsAway_WaitsForItUntilTheDrainTimeout(bool comesBack)
    {
        FaultyStore store = new(_store);
        HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)), store, _time);
        Guid id = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        int saves = store.Saves;
        store.IsCut = true;
        Task stop = run.StopAsync();
        await Eventually.TrueAsync(() => store.Saves > saves);
        Assert.False(stop.IsCompleted);
        store.IsCut = !comesBack;
        await Eventually.TrueAsync(() =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return stop.IsCompleted;
        });
        await stop;
        store.IsCut = false;
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal(comesBack ? ["go"] : [], info.Bookmarks);
        _time.Advance(TimeSpan.FromMinutes(2));
        await using HostRun next = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        await next.Client.ResumeAsync(id, "go", "x");
        await next.EndOfAsync(id);
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure, Action<IServiceCollection>? services = null) => HostRun.StartAsync(configure, _store, _time, services);

#pragma warning disable RS0030 // The test needs a thread that is blocked.
    private static void Block(Task release) => release.Wait(HangGuard.Limit);
#pragma warning restore RS0030

    private sealed class Failing : IDisposable
    {
        public void Dispose() => throw new InvalidOperationException("It fails.");
    }
}
