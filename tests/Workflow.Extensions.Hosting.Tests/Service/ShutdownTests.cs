using Microsoft.Extensions.DependencyInjection;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>Tests of the shutdown of a host with activities in any state.</summary>
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
        Assert.Equal((WorkflowInstanceState.Waiting, null, 0), (info.State, info.OwnerName, info.FailureCount));
        Assert.Null(run.Service.Owner.Current);
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
        Assert.Equal((null, 0), (info.OwnerName, info.FailureCount));
        await using HostRun next = await StartAsync(workflow => workflow.AddDefinition("work", 1, work));
        await next.UntilWaitsAsync(id, "go");
        Assert.Single(run.Journal.Entries.Concat(next.Journal.Entries));
    }

    /// <summary>
    /// An operation ignores its cancellation, or an activity blocks its thread. The host waits until the drain timeout and saves the other instances.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task StopAsync_EndlessWork_AbortsItAfterTheDrainTimeout(bool blocks)
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
        HostRun run = await StartAsync(workflow => workflow
            .AddDefinition("stuck", 1, stuck)
            .AddDefinition<WaitFor>("wait")
            .Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)));
        Guid waiting = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(waiting) is { IdleSince: not null });
        Guid id = await run.StartInstanceAsync("stuck");
        await began.Task.WaitAsync(HangGuard.Limit);
        await run.StopInTimeAsync();
        Assert.Null((await run.Client.GetAsync(waiting))!.OwnerName);
        Assert.Contains("go", (await run.Client.GetAsync(waiting))!.Bookmarks);
        WorkflowInstanceInfo aborted = (await run.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Running, null, 0), (aborted.State, aborted.OwnerName, aborted.FailureCount));
        Assert.Null(run.Service.Owner.Current);
        never.SetResult();
    }

    [Fact]
    public async Task StopAsync_WithServicesThatFailToEnd_SavesTheInstance()
    {
        HostRun run = await StartAsync(
            workflow => workflow.AddDefinition(
                "use", 1, new Sequence { Activities = { new Do(context => context.GetRequiredService<Failing>()), new WaitFor() } }),
            services => services.AddScoped<Failing>());
        Guid id = await run.StartInstanceAsync("use");
        await run.UntilWaitsAsync(id, "go");
        await run.StopAsync();
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Waiting, null, 0), (info.State, info.OwnerName, info.FailureCount));
        Assert.Contains(run.Log.Lines, line => line.Id == 12 && line.Exception?.Message == "It fails.");
    }

    /// <summary>A canceled operation ends at once. Its work is not saved, and the instance does not count a failure.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task StopAsync_CancelableOperation_EndsBeforeTheDrainTimeout(bool fails)
    {
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Sequence work = new() { Activities = { new Note { Text = "begins" }, Heeding(began, fails), new WaitFor() } };
        HostRun run = await StartAsync(workflow => workflow.AddDefinition("work", 1, work));
        Guid id = await run.StartInstanceAsync("work");
        await began.Task.WaitAsync(HangGuard.Limit);
        await run.StopAsync();
        WorkflowInstanceInfo info = (await run.Client.GetAsync(id))!;
        Assert.Equal((WorkflowInstanceState.Running, null, 0, null), (info.State, info.OwnerName, info.FailureCount, info.Reason));
        await using HostRun next = await StartAsync(workflow => workflow.AddDefinition(
            "work",
            1,
            new Sequence { Activities = { new Note { Text = "begins" }, new DoAsync(_ => Task.CompletedTask), new WaitFor() } }));
        await next.UntilWaitsAsync(id, "go");
        Assert.Single(next.Journal.Entries);
    }

    [Fact]
    public async Task StopAsync_WithTimeToCancel_SignalsTokensAfterwards()
    {
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously);
        HostRun run = await StartAsync(workflow => workflow
            .AddDefinition("work", 1, Heeding(began, fails: false))
            .Configure(options => options.TimeToCancel = TimeSpan.FromSeconds(3)));
        Guid id = await run.StartInstanceAsync("work");
        await began.Task.WaitAsync(HangGuard.Limit);
        DateTimeOffset before = _time.GetUtcNow();
        Task stop = run.StopAsync();
        await Eventually.TrueAsync(() =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return stop.IsCompleted;
        });
        await stop;
        Assert.True(_time.GetUtcNow() - before >= TimeSpan.FromSeconds(3));
        Assert.Equal(
            (WorkflowInstanceState.Running, null, 0),
            ((await run.Client.GetAsync(id))!.State, (await run.Client.GetAsync(id))!.OwnerName, (await run.Client.GetAsync(id))!.FailureCount));
    }

    [Fact]
    public async Task StopAsync_WithScopedServices_AwaitsTheirDisposal()
    {
        Disposals disposals = new();
        HostRun run = await StartAsync(
            workflow => workflow.AddDefinition(
                "use", 1, new Sequence { Activities = { new Do(context => context.GetRequiredService<Slow>()), new WaitFor() } }),
            services => services.AddSingleton(disposals).AddScoped<Slow>());
        for (int i = 0; i < 5; i++)
        {
            await run.UntilWaitsAsync(await run.StartInstanceAsync("use"), "go");
        }

        Task stop = run.StopAsync();
        await Eventually.TrueAsync(() => disposals.Begun == 5);
        Assert.False(stop.IsCompleted);
        disposals.Gate.SetResult();
        await stop;
        Assert.Equal(5, disposals.Ended);
    }

    [Fact]
    public async Task StopAsync_WithADisposalThatNeverEnds_EndsAfterALimit()
    {
        Disposals disposals = new();
        HostRun run = await StartAsync(
            workflow => workflow.AddDefinition(
                "use", 1, new Sequence { Activities = { new Do(context => context.GetRequiredService<Slow>()), new WaitFor() } }),
            services => services.AddSingleton(disposals).AddScoped<Slow>());
        await run.UntilWaitsAsync(await run.StartInstanceAsync("use"), "go");
        await run.StopInTimeAsync();
        Assert.Equal((1, 0), (disposals.Begun, disposals.Ended));
        Assert.Contains(run.Log.Lines, line => line.Id == 18);
        Assert.Null(run.Service.Owner.Current);
    }

    /// <summary>A start returns after the disposal of its services, for example of an extension.</summary>
    [Fact]
    public async Task StartAsync_OfAClient_AwaitsTheDisposalOfItsScope()
    {
        Disposals disposals = new();
        await using HostRun run = await StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait")
                .AddExtensions((services, extensions) => extensions.Add(services.GetRequiredService<Slow>()))
                .Configure(options => options.RunInstances = false),
            services => services.AddSingleton(disposals).AddScoped<Slow>());
        Task<Guid> start = run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => disposals.Begun == 1);
        Assert.False(start.IsCompleted);
        disposals.Gate.SetResult();
        await start;
        Assert.Equal(1, disposals.Ended);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task StopAsync_StoreUnavailable_WaitsUntilTheDrainTimeout(bool comesBack)
    {
        FaultyStore store = new(_store);
        HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)), store, _time);
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

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure, Action<IServiceCollection>? services = null) =>
        HostRun.StartAsync(configure, _store, _time, services);

#pragma warning disable RS0030 // The test needs a blocked thread.
    private static void Block(Task release) => release.Wait(HangGuard.Limit);
#pragma warning restore RS0030

    /// <summary>Returns an operation that ends only when it is canceled. If it fails, it throws another exception, as database drivers do.</summary>
    private static DoAsync Heeding(TaskCompletionSource began, bool fails) => new(async token =>
    {
        began.TrySetResult();
        try
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, token);
        }
        catch (OperationCanceledException canceled) when (fails)
        {
            throw new InvalidOperationException("The command was canceled.", canceled);
        }
    });

    private sealed class Disposals
    {
        public int Begun;

        public int Ended;

        public TaskCompletionSource Gate { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private sealed class Slow(Disposals disposals) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            Interlocked.Increment(ref disposals.Begun);
            await disposals.Gate.Task;
            Interlocked.Increment(ref disposals.Ended);
        }
    }

    private sealed class Failing : IDisposable
    {
        public void Dispose() => throw new InvalidOperationException("It fails.");
    }
}
