using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Service;

/// <summary>Tests of settings beyond the maximum of a system timer, 49.7 days. The virtual clock refuses longer timers, too.</summary>
public sealed class LongTimeTests
{
    private static readonly TimeSpan Long = TimeSpan.FromDays(120);

    private readonly VirtualTimeProvider _time = new();
    private readonly InMemoryInstanceStore _store;

    /// <summary>The store has a very long lease, so that large steps of the clock do not expire the lease.</summary>
    public LongTimeTests() => _store = new InMemoryInstanceStore(new InMemoryInstanceStoreOptions
    {
        TimeProvider = _time,
        CompletionAction = InstanceCompletionAction.DeleteNothing,
        LeaseRenewalPeriod = TimeSpan.FromDays(36_525),
    });

    [Fact]
    public async Task TimeToUnload_Long_UnloadsAfterIt()
    {
        await using HostRun run = await StartAsync(options => options.TimeToUnload = Long);
        Guid id = await run.StartInstanceAsync("wait");
        await run.UntilWaitsAsync(id, "go");
        await AdvanceAsync(TimeSpan.FromDays(119));
        Assert.NotNull(run.Service.Loaded.Find(id));
        await Eventually.TrueAsync(() =>
        {
            _time.Advance(TimeSpan.FromHours(1));
            return run.Service.Loaded.Find(id) is null;
        });
        Assert.Equal(WorkflowInstanceState.Waiting, (await run.Client.GetAsync(id))!.State);
    }

    [Fact]
    public async Task TimeToPersist_Long_SavesAfterItAndNotBefore()
    {
        await using HostRun run = await StartAsync(options => (options.TimeToPersist, options.TimeToUnload) = (Long, Timeout.InfiniteTimeSpan));
        Guid id = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        await AdvanceAsync(TimeSpan.FromDays(119));
        Assert.Empty((await run.Client.GetAsync(id))!.Bookmarks);
        await Eventually.TrueAsync(
            async () =>
            {
                _time.Advance(TimeSpan.FromHours(1));
                return (await run.Client.GetAsync(id))!.Bookmarks.Contains("go");
            },
            () => string.Empty);
    }

    [Theory]
    [InlineData(120)]
    [InlineData(10_675_199)]
    public async Task Times_Long_DoNotDisturbTheHost(int days)
    {
        TimeSpan time = TimeSpan.FromDays(days);
        HostRun run = await StartAsync(options =>
        {
            (options.TimeToPersist, options.TimeToUnload, options.DrainTimeout, options.PollingPeriod, options.RecoveryDelay) = (time, time, time, time, time);
            (options.TimeToCancel, options.FirstRetryDelay, options.MaxRetryDelay) = (time, time, time);
        });
        Guid id = await run.StartInstanceAsync("wait");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        Task<WorkflowResult> end = run.EndOfAsync(id);
        await run.Client.ResumeAsync(id, "go", "x");
        Assert.Equal(WorkflowInstanceState.Completed, (await end).State);
        await run.StopAsync();
    }

    [Fact]
    public async Task DrainTimeout_Long_EndsAfterIt()
    {
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously), never = new();
        HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("work", 1, new DoAsync(_ =>
            {
                began.TrySetResult();
                return never.Task;
            })).Configure(options => options.DrainTimeout = Long),
            _store,
            _time);
        Guid id = await run.StartInstanceAsync("work");
        await began.Task.WaitAsync(HangGuard.Limit);
        DateTimeOffset before = _time.GetUtcNow();
        Task stop = run.StopAsync();
        await Eventually.TrueAsync(() =>
        {
            _time.Advance(TimeSpan.FromDays(10));
            return stop.IsCompleted;
        });
        await stop;
        Assert.True(_time.GetUtcNow() - before >= Long);
        Assert.Equal((WorkflowInstanceState.Running, null), ((await run.Client.GetAsync(id))!.State, (await run.Client.GetAsync(id))!.OwnerName));
        never.SetResult();
    }

    [Fact]
    public async Task StartIn_Long_StartsAfterIt()
    {
        await using HostRun run = await StartAsync(_ => { });
        Guid id = await run.StartInstanceAsync("wait", options: new WorkflowStartOptions { StartIn = TimeSpan.MaxValue });
        Guid other = await run.StartInstanceAsync("wait", options: new WorkflowStartOptions { StartIn = Long });
        await AdvanceAsync(TimeSpan.FromDays(119));
        Assert.Empty((await run.Client.GetAsync(other))!.Bookmarks);
        await Eventually.TrueAsync(
            async () =>
            {
                _time.Advance(TimeSpan.FromHours(1));
                return (await run.Client.GetAsync(other))!.Bookmarks.Contains("go");
            },
            () => string.Empty);
        Assert.Equal(WorkflowInstanceState.Waiting, (await run.Client.GetAsync(id))!.State);
    }

    [Fact]
    public async Task Wait_LongOrLongest_IsATimerOfTheInstance()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow
                .AddDefinition("long", 1, new WaitForBookmark<string>("go") { Timeout = Long })
                .AddDefinition("retry", 1, new Retry
                {
                    Body = new Do(_ => throw new InvalidOperationException("It fails.")),
                    FirstDelay = TimeSpan.MaxValue,
                    MaxDelay = TimeSpan.MaxValue,
                    Jitter = 0
                }),
            _store,
            _time);
        Guid wait = await run.StartInstanceAsync("long"), retry = await run.StartInstanceAsync("retry");
        Assert.NotNull((await run.UntilWaitsAsync(wait, "go")).DueAt);
        Assert.Null((await run.UntilAsync(retry, info => info.State == WorkflowInstanceState.Waiting)).DueAt);
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostOptions> configure) =>
        HostRun.StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(configure), _store, _time);

    /// <summary>Advances the clock in steps, because the host divides a long wait into several timers.</summary>
    private async Task AdvanceAsync(TimeSpan by)
    {
        for (TimeSpan left = by; left > TimeSpan.Zero; left -= TimeSpan.FromDays(1))
        {
            _time.Advance(TimeSpan.FromDays(1));
            await Task.Yield();
        }
    }
}
