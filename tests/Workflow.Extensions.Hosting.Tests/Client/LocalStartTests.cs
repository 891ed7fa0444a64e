using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>
/// Tests of starts in the process of a host below its limit of loaded instances. The host runs the saved instance without a load from the store.
/// </summary>
public abstract class LocalStartTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private FaultyStore _store = null!;

    public async Task InitializeAsync() => _store = new FaultyStore(await stores.CreateAsync(_time));

    /// <summary>Returns the maximum number of reads of messages for an instance that gets messages of this process: one at its start.</summary>
    protected virtual int MostReads(int messages) => 1;

    protected Task<InstanceStore> OtherStoreAsync() => stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    [Fact]
    public async Task StartAsync_InTheProcessOfAHost_IsNotLoaded()
    {
        const int Count = 20;
        await using HostRun run = await StartAsync();
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => run.StartInstanceAsync("note")));
        foreach (Guid id in ids)
        {
            await run.EndOfAsync(id);
        }

        Assert.Empty(_store.Loads);
        Assert.Equal(Enumerable.Repeat("note", Count), run.Journal.Entries);
    }

    [Fact]
    public async Task ResumeAsync_RightAfterTheStart_IsTakenFromMemoryOnce()
    {
        const int Count = 20;
        await using HostRun run = await StartAsync();
        Guid id = await run.StartInstanceAsync("listen");
        for (int i = 0; i < Count; i++)
        {
            await run.Client.ResumeAsync(id, "message", $"{i}");
        }

        await run.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(Count, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
        Assert.Equal(Enumerable.Range(0, Count).Select(i => $"{i}"), run.Journal.Entries);

        Assert.InRange(_store.Receives, 0, MostReads(Count));
    }

    /// <summary>The caller cancels after the store has written the instance. The instance must run exactly once.</summary>
    [Fact]
    public async Task StartAsync_CanceledAfterTheSave_RunsTheInstanceOnce()
    {
        await using HostRun run = await StartAsync();
        using CancellationTokenSource leaving = new();
        TaskCompletionSource answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.AfterSave = async _ =>
        {
            _store.AfterSave = null;
            await leaving.CancelAsync();
            await answer.Task;
        };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.Client.StartAsync("note", cancellationToken: leaving.Token));
        answer.SetResult();
        await Eventually.TrueAsync(() => run.Journal.Entries.Count > 0);
        WorkflowInstanceInfo info = Assert.Single(await run.Client.QueryAsync().ToListAsync());
        await run.EndOfAsync(info.InstanceId);
        Assert.Equal(["note"], run.Journal.Entries);
    }

    [Fact]
    public async Task StartAsync_HostAtItsLimit_IsLoadedLater()
    {
        TaskCompletionSource began = new(TaskCreationOptions.RunContinuationsAsynchronously), mayEnd = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Activity work = new DoAsync(_ =>
        {
            began.SetResult();
            return mayEnd.Task;
        });
        await using HostRun run = await StartAsync(options => options.MaxLoadedInstances = 1, workflow => workflow.AddDefinition("work", 1, work));
        Guid first = await run.StartInstanceAsync("work");
        await began.Task.WaitAsync(HangGuard.Limit);
        Guid second = await run.StartInstanceAsync("note");
        Assert.Empty(_store.Loads);
        mayEnd.SetResult();
        await run.EndOfAsync(second);
        await run.EndOfAsync(first);
        Assert.Equal(["note"], _store.Loads);
    }

    /// <summary>
    /// A host that is loading other instances must still accept local starts. Otherwise it would have to load each started instance from the store,
    /// and would never finish loading.
    /// </summary>
    [Fact]
    public async Task StartAsync_WhileTheHostLoadsOthers_IsNotLoaded()
    {
        const int Left = 200;
        await using (HostRun before = await HostRun.StartAsync(
            workflow => Configure(workflow.Configure(options => options.RunInstances = false)), _store, _time))
        {
            await Task.WhenAll(Enumerable.Range(0, Left).Select(_ => before.StartInstanceAsync("listen")));
        }

        await using HostRun run = await StartAsync();
        await Eventually.TrueAsync(() => _store.Loads.Count is > 0);
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => run.StartInstanceAsync("note")));
        foreach (Guid id in ids)
        {
            await run.EndOfAsync(id);
        }

        Assert.DoesNotContain("note", _store.Loads);
        await Eventually.TrueAsync(() => _store.Loads.Count == Left);
    }

    [Fact]
    public async Task Start_OfManyAtOnceBeforeTheHostRuns_HasOneOwner()
    {
        await using HostRun run = HostRun.Build(Configure, _store, _time);
        int owners = 0;
        HashSet<Guid> seen = [];
        _store.BeforeSave = owner =>
        {
            lock (seen)
            {
                owners = seen.Add(owner.Id) ? owners + 1 : owners;
            }

            return Task.CompletedTask;
        };
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, 64).Select(_ => run.StartInstanceAsync("note"))).WaitAsync(HangGuard.Limit);
        Assert.Equal(1, owners);
        _store.BeforeSave = null;
        await run.StartAsync();
        foreach (Guid id in ids)
        {
            await run.EndOfAsync(id);
        }

        Assert.Equal(64, run.Journal.Entries.Count);
    }

    private static void Configure(WorkflowHostBuilder workflow) => workflow.AddDefinition("note", 1, new Note()).AddDefinition<Listen>("listen");

    private async Task<HostRun> StartAsync(Action<WorkflowHostOptions>? configure = null, Action<WorkflowHostBuilder>? add = null)
    {
        HostRun run = await HostRun.StartAsync(
            workflow =>
            {
                Configure(workflow);
                add?.Invoke(workflow);
                workflow.Configure(configure ?? (_ => { }));
            },
            _store,
            _time);
        await Eventually.TrueAsync(() => _store.HasWaitForRunnable);
        return run;
    }

    public sealed class Memory() : LocalStartTests(new MemoryStores())
    {
        /// <summary>An in-memory store notifies the host of each message, because it has no polling for messages of other hosts.</summary>
        protected override int MostReads(int messages) => messages + 1;
    }

    public sealed class Sqlite() : LocalStartTests(new SqliteStores())
    {
        /// <summary>The message of another process arrives after the save of the instance and before the host knows the instance.</summary>
        [Fact]
        public async Task Message_OfAnotherProcessDuringTheStart_IsDelivered()
        {
            await using HostRun run = await StartAsync();
            InstanceStore other = await OtherStoreAsync();
            await using HostRun sender = await HostRun.StartAsync(workflow => workflow.Configure(options => options.RunInstances = false), other, _time);
            _store.AfterSave = async _ =>
            {
                _store.AfterSave = null;
                await sender.Client.ResumeAsync("listener", "message", "end");
            };
            WorkflowReceipt receipt = await run.Client.StartAsync("listen", null, new() { Key = "listener" });
            await AdvanceUntilEndedAsync(run, receipt.InstanceId);
            Assert.Empty(_store.Loads);
        }

        /// <summary>Advances the clock until the instance has ended, because the host polls for messages of other processes.</summary>
        private Task AdvanceUntilEndedAsync(HostRun run, Guid id)
        {
            Task end = run.EndOfAsync(id);
            return Eventually.TrueAsync(() =>
            {
                _time.Advance(TimeSpan.FromSeconds(1));
                return end.IsCompleted;
            });
        }
    }
}
