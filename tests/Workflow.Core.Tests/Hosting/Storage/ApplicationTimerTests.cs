using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Delays of an instance that is unloaded and loaded again.</summary>
[Rule("18.2")]
[Rule("21")]
public sealed class ApplicationTimerTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;

    public ApplicationTimerTests() => _store = new InMemoryInstanceStore(_clock);

    [Fact]
    public async Task Delay_OfAnUnloadedInstance_IsKnownToTheStore()
    {
        DateTimeOffset start = _clock.GetUtcNow();
        Unload(For(10 * Minute));
        _log.AssertIs("idle", "persistable", "unloaded");
        Assert.Equal(0, _clock.PendingTimers);
        InstanceSummary summary = Assert.Single(await AllAsync());
        Assert.Equal((InstanceStatus.Idle, start + (10 * Minute), null), (summary.Status, summary.DueAt, summary.OwnerId));
    }

    [Fact]
    public void Delay_LoadedAfterItsTime_EndsWithoutAnIdle()
    {
        Sequence workflow = new() { Activities = { For(10 * Minute), new Step(_log, "after") } };
        Guid id = Unload(workflow);
        _clock.Advance(20 * Minute);
        Hosted loaded = Load(workflow, id);
        _log.AssertIs("idle", "persistable", "unloaded");
        loaded.Run();
        _log.AssertIs("idle", "persistable", "unloaded", "after", "completed Closed", "unloaded");
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public void Delay_LoadedEarly_KeepsItsTime()
    {
        Guid id = Unload(For(10 * Minute));
        _clock.Advance(4 * Minute);
        Hosted loaded = Load(For(10 * Minute), id);
        loaded.OnPersistable = PersistableIdleAction.None;
        loaded.Run();
        _clock.Advance((6 * Minute) - TimeSpan.FromMilliseconds(1));
        Assert.DoesNotContain("completed Closed", _log.Entries);
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        Assert.Equal(["completed Closed", "unloaded"], _log.Entries[^2..]);
    }

    [Fact]
    public void Delays_LoadedAfterTheirTimes_EndInOrder()
    {
        Guid id = Unload(Branches());
        _clock.Advance(60 * Minute);
        Load(Branches(), id).Run();
        Assert.Equal(["idle", "persistable", "unloaded", "one", "two", "three", "completed Closed", "unloaded"], _log.Entries);

        Parallel Branches() => new() { Branches = { After(3, "three"), After(1, "one"), After(2, "two") } };

        Sequence After(int minutes, string name) => new() { Activities = { For(minutes * Minute), new Step(_log, name) } };
    }

    [Fact]
    public async Task Delay_ThatIsDue_MakesItsInstanceRunnable()
    {
        Unload(For(10 * Minute));
        NoContext.Run(() => Assert.True(WorkflowApplication.CreateDefaultInstanceOwnerAsync(_store, null, WorkflowIdentityFilter.Any).IsCompletedSuccessfully));
        Task waiting = _store.WaitForRunnableAsync(_store.DefaultOwner!, CancellationToken.None);
        _clock.Advance(9 * Minute);
        Assert.False(waiting.IsCompleted);
        _clock.Advance(Minute);
        await waiting.WaitAsync(HangGuard.Limit);
        Hosted runnable = Host(For(10 * Minute));
        runnable.Do(application => application.LoadRunnableAsync());
        runnable.Run();
        Assert.Equal(["completed Closed", "unloaded"], _log.Entries[^2..]);
        Assert.Empty(await AllAsync());
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(_store);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public void Delay_OfASavedInstance_Continues()
    {
        Hosted hosted = Host(For(10 * Minute));
        hosted.OnPersistable = PersistableIdleAction.Persist;
        hosted.Run();
        _clock.Advance(10 * Minute);
        Assert.Equal(["completed Closed", "unloaded"], _log.Entries[^2..]);
    }

    [Fact]
    public void Cancel_OfALoadedDelay_StopsItsTimer()
    {
        Guid id = Unload(For(10 * Minute));
        Hosted loaded = Load(For(10 * Minute), id);
        loaded.OnPersistable = PersistableIdleAction.None;
        loaded.Run();
        loaded.Do(application => application.CancelAsync());
        Assert.Equal(["completed Canceled", "unloaded"], _log.Entries[^2..]);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public void Delay_LoadedAndUnloadedAgain_KeepsItsTime()
    {
        Guid id = Unload(For(10 * Minute));
        for (int i = 0; i < 3; i++)
        {
            _clock.Advance(3 * Minute);
            Load(For(10 * Minute), id).Run();
            Assert.Equal("unloaded", _log.Entries[^1]);
        }

        _clock.Advance(Minute);
        Load(For(10 * Minute), id).Run();
        Assert.Equal(["completed Closed", "unloaded"], _log.Entries[^2..]);
    }

    [Fact]
    [Rule("7.9.1")]
    public async Task Lease_Lost_AbortsAndTheSuccessorContinues()
    {
        Hosted hosted = Host(For(10 * Minute));
        hosted.OnPersistable = PersistableIdleAction.Persist;
        TaskCompletionSource aborted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        hosted.Application.Aborted = args => aborted.SetException(args.Reason!);
        hosted.Run();
        InstanceSummary held = Assert.Single(await AllAsync());
        await _store.DeleteOwnerAsync(new InstanceOwner(held.OwnerId!.Value, new InstanceOwnerOptions()), CancellationToken.None);
        _clock.Advance(Minute);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => aborted.Task.WaitAsync(HangGuard.Limit));

        Hosted successor = Host(For(10 * Minute));
        successor.Do(application => application.LoadRunnableAsync());
        Assert.Equal(held.InstanceId, successor.Application.Id);
        successor.OnPersistable = PersistableIdleAction.None;
        successor.Run();
        _clock.Advance(9 * Minute);
        Assert.Equal(["completed Closed", "unloaded"], _log.Entries[^2..]);
    }

    private static Delay For(TimeSpan duration) => new() { Duration = new(_ => duration) };

    private Hosted Host(Activity workflow)
    {
        Hosted hosted = Hosted.Inline(_log, workflow, _clock);
        hosted.Application.InstanceStore = _store;
        hosted.OnPersistable = PersistableIdleAction.Unload;
        return hosted;
    }

    /// <summary>Runs a workflow until it is idle, and unloads it.</summary>
    private Guid Unload(Activity workflow) => Host(workflow).Run().Application.Id;

    private Hosted Load(Activity workflow, Guid id)
    {
        Hosted hosted = Host(workflow);
        hosted.Do(application => application.LoadAsync(id));
        return hosted;
    }

    private async Task<InstanceSummary[]> AllAsync()
    {
        List<InstanceSummary> all = [];
        await foreach (InstanceSummary summary in _store.QueryAsync(new InstanceQuery(), CancellationToken.None))
        {
            all.Add(summary);
        }

        return [.. all];
    }
}
