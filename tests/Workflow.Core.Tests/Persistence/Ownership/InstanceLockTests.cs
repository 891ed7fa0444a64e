using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests the lock of an instance: its owner, its lifetime, and the notification when the lock is lost.</summary>
[Rule("7.9.1")]
public sealed class InstanceLockTests
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);
    private static readonly WorkflowIdentity Order = new("Order", new Version(1, 0), null), Other = new("Other", null, null);

    private readonly VirtualTimeProvider _clock = new();
    private readonly InMemoryInstanceStore _store;
    private readonly Guid _id = Guid.NewGuid();

    public InstanceLockTests() => _store = new InMemoryInstanceStore(_clock);

    private InstanceSave Idle => Save(_id);

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task Owner_OneInstance_EndsWithLock()
    {
        InstanceLock hold = await OpenAsync();
        await hold.SaveAsync(Idle, unlock: false, None);
        Assert.Equal(1, _clock.PendingTimers);
        _clock.Advance(100 * Period);
        await hold.SaveAsync(Idle, unlock: false, None);
        await hold.ReleaseAsync();
        Assert.Equal(0, _clock.PendingTimers);
        Assert.Equal(1, (await LoadAsync()).Loaded!.State.Length);
    }

    /// <summary>The time limit of a call without a cancellation token must fit into a system timer, even if the renewal period is very long.</summary>
    [Theory]
    [InlineData(120)]
    [InlineData(365_000)]
    public async Task Release_OfALeaseWithALongPeriod_UnlocksTheInstance(int days)
    {
        InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions
        {
            TimeProvider = _clock,
            CompletionAction = InstanceCompletionAction.DeleteNothing,
            LeaseRenewalPeriod = TimeSpan.FromDays(days),
        });
        InstanceLock hold = await InstanceLock.OpenAsync(store, _id, null, None);
        await hold.SaveAsync(Idle, unlock: false, None);
        _clock.Advance(TimeSpan.FromDays(200));
        await hold.ReleaseAsync(new InvalidOperationException("It was aborted."));
        Assert.Equal(1, (await InstanceLock.LoadAsync(store, _id, null, None)).Loaded!.State.Length);
        Assert.Throws<ArgumentOutOfRangeException>(() => new InMemoryInstanceStoreOptions { LeaseRenewalPeriod = TimeSpan.MaxValue });
    }

    [Fact]
    public async Task Owner_Default_IsSharedAndStays()
    {
        await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
        InstanceLock first = await OpenAsync(), second = await InstanceLock.OpenAsync(_store, Guid.NewGuid(), Order, None);
        Assert.Equal(1, _clock.PendingTimers);
        await first.SaveAsync(Idle, unlock: false, None);
        await second.SaveAsync(Save(second.InstanceId, Order), unlock: false, None);
        await first.ReleaseAsync();
        _clock.Advance(10 * Period);
        await second.SaveAsync(Save(second.InstanceId, Order), unlock: true, None);
        await second.ReleaseAsync();
        await _store.RenewOwnerAsync(_store.DefaultOwner!, None);

        await InstanceOwners.DeleteDefaultAsync(_store, None);
        Assert.Null(_store.DefaultOwner);
        Assert.Equal(0, _clock.PendingTimers);
        await InstanceOwners.DeleteDefaultAsync(_store, None);
    }

    [Fact]
    public async Task Owner_SecondDefault_IsRefused()
    {
        await InstanceOwners.CreateDefaultAsync(_store, Order, WorkflowIdentityFilter.Exact, None);
        InstanceOwner owner = _store.DefaultOwner!;
        Assert.Equal([Order], owner.Options.Identities);
        Assert.Equal(WorkflowIdentityFilter.Exact, owner.Options.Filter);
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None));
        Assert.Contains($"'{owner.Id}'", refused.Message, StringComparison.Ordinal);
        Assert.Same(owner, _store.DefaultOwner);
        await InstanceOwners.DeleteDefaultAsync(_store, None);
        await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
    }

    [Fact]
    public async Task Owner_DefaultDeleted_CanBeReplaced()
    {
        await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
        InstanceOwner gone = _store.DefaultOwner!;
        await _store.DeleteOwnerAsync(gone, None);
        _clock.Advance(Period);
        await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
        Assert.NotEqual(gone.Id, _store.DefaultOwner!.Id);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Lease_Lost_NotifiesEachInstanceOnce(bool byDefault)
    {
        if (byDefault)
        {
            await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
        }

        InstanceLock hold = await OpenAsync();
        await hold.SaveAsync(Idle, unlock: false, None);
        List<Exception> told = [];
        hold.Watch(told.Add);
        await _store.DeleteOwnerAsync(await OwnerAsync(), None);
        _clock.Advance(Period);
        Assert.IsType<InstanceOwnerException>(Assert.Single(told));
        _clock.Advance(10 * Period);
        InstanceLockLostException lost = await Assert.ThrowsAsync<InstanceLockLostException>(() => hold.SaveAsync(Idle, unlock: false, None));
        Assert.Same(told.Single(), lost.InnerException);
        await hold.ReleaseAsync();
        Assert.Single(told);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Lease_LostAtSave_NotifiesOtherInstances()
    {
        await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
        InstanceLock hold = await OpenAsync(), other = await InstanceLock.OpenAsync(_store, Guid.NewGuid(), null, None);
        List<Exception> told = [];
        other.Watch(told.Add);
        await _store.DeleteOwnerAsync(_store.DefaultOwner!, None);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => hold.SaveAsync(Idle, unlock: false, None));
        Assert.IsType<InstanceOwnerException>(Assert.Single(told));
        List<Exception> late = [];
        hold.Watch(late.Add);
        Assert.Single(late);
    }

    [Fact]
    public async Task Lock_LostAtSave_IsReported()
    {
        InstanceLock hold = await OpenAsync();
        await hold.SaveAsync(Idle, unlock: false, None);
        List<Exception> told = [];
        hold.Watch(told.Add);
        await _store.UnlockAsync(await OwnerAsync(), InstanceUnlock.Release(_id, hold.LockVersion), None);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => hold.SaveAsync(Idle, unlock: false, None));
        Assert.IsType<InstanceLockLostException>(Assert.Single(told));
    }

    [Fact]
    public async Task Load_OtherDefinition_UnlocksInstance()
    {
        InstanceLock saved = await InstanceLock.OpenAsync(_store, _id, Order, None);
        await saved.SaveAsync(Save(saved.InstanceId, Order), unlock: true, None);
        await saved.ReleaseAsync();
        foreach (bool byDefault in new[] { false, true })
        {
            VersionMismatchException mismatch = await Assert.ThrowsAsync<VersionMismatchException>(() => InstanceLock.LoadAsync(_store, _id, Other, None));
            Assert.Equal((Other, Order), (mismatch.ExpectedVersion, mismatch.ActualVersion));
            await Assert.ThrowsAsync<VersionMismatchException>(() => InstanceLock.LoadAsync(_store, _id, null, None));
            if (!byDefault)
            {
                await InstanceOwners.CreateDefaultAsync(_store, null, WorkflowIdentityFilter.Any, None);
            }
        }

        Assert.Equal(_id, (await InstanceLock.LoadAsync(_store, _id, Order, None)).InstanceId);
    }

    [Fact]
    public async Task LoadRunnable_SameDefinition_LoadsInstance()
    {
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => InstanceLock.LoadRunnableAsync(_store, Order, None));
        InstanceLock saved = await InstanceLock.OpenAsync(_store, _id, Order, None);
        await saved.SaveAsync(Save(saved.InstanceId, Order, InstanceStatus.Executing), unlock: true, None);
        await saved.ReleaseAsync();
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => InstanceLock.LoadRunnableAsync(_store, null, None));
        InstanceLock hold = await InstanceLock.LoadRunnableAsync(_store, Order, None);
        Assert.Equal(_id, hold.InstanceId);
        await hold.ReleaseAsync();
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    public async Task Load_Failed_LeavesNoOwner()
    {
        await Assert.ThrowsAsync<InstanceNotReadyException>(LoadAsync);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    [Rule("16.7")]
    public async Task ApplicationInstance_Abandoned_CanBeLoadedAgain()
    {
        InstanceLock saved = await InstanceLock.OpenAsync(_store, _id, Order, None);
        await saved.SaveAsync(Save(saved.InstanceId, Order, InstanceStatus.Executing), unlock: true, None);
        await saved.ReleaseAsync();

        WorkflowApplicationInstance instance = await WorkflowApplicationInstance.GetAsync(_store, _id, None);
        Assert.Equal((_id, Order), (instance.InstanceId, instance.DefinitionIdentity));
        Assert.Same(_store, instance.InstanceStore);
        await Assert.ThrowsAsync<InstanceLockedException>(() => InstanceLock.LoadAsync(_store, _id, Order, None));
        Assert.Throws<VersionMismatchException>(() => instance.TakeFor(Other));
        await instance.AbandonAsync();
        await instance.AbandonAsync();
        Assert.Throws<InvalidOperationException>(() => instance.TakeFor(Order));

        WorkflowApplicationInstance runnable = await WorkflowApplication.GetRunnableInstanceAsync(_store);
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => WorkflowApplication.GetRunnableInstanceAsync(_store));
        InstanceLock hold = runnable.TakeFor(Order);
        Assert.Throws<InvalidOperationException>(() => runnable.TakeFor(Order));
        await runnable.AbandonAsync();
        await hold.SaveAsync(Idle, unlock: true, None);
        await hold.ReleaseAsync();
    }

    [Fact]
    public async Task TryGetRunnable_TwoOwnersOfOneStore_EachGetsItsInstances()
    {
        InstanceOwner ofOrder = await WorkflowApplication.CreateInstanceOwnerAsync(_store, new InstanceOwnerOptions { Identities = [Order] });
        InstanceOwner ofOther = await WorkflowApplication.CreateInstanceOwnerAsync(_store, new InstanceOwnerOptions { Identities = [Other] });
        Assert.Null(_store.DefaultOwner);
        InstanceLock saved = await InstanceLock.OpenAsync(_store, _id, Other, None);
        await saved.SaveAsync(Save(saved.InstanceId, Other, InstanceStatus.Executing), unlock: true, None);
        await saved.ReleaseAsync();

        Assert.Null(await WorkflowApplicationInstance.TryGetRunnableAsync(_store, ofOrder));
        Assert.Null(await WorkflowApplicationInstance.TryGetRunnableAsync(_store, ofOther, new RunnableLoad { Excluded = [Other] }));
        WorkflowApplicationInstance found = (await WorkflowApplicationInstance.TryGetRunnableAsync(_store, ofOther))!;
        Assert.Equal((_id, ofOther.Id), (found.InstanceId, (await OwnerAsync()).Id));
        _clock.Advance(10 * Period);
        await _store.RenewOwnerAsync(ofOther, None);

        await WorkflowApplication.DeleteInstanceOwnerAsync(_store, ofOther);
        await WorkflowApplication.DeleteInstanceOwnerAsync(_store, ofOther);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => WorkflowApplicationInstance.TryGetRunnableAsync(_store, ofOther));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => _store.RenewOwnerAsync(ofOther, None));
        Assert.Null(await WorkflowApplicationInstance.TryGetRunnableAsync(_store, ofOrder));
        Assert.Equal(1, _clock.PendingTimers);
        await WorkflowApplication.DeleteInstanceOwnerAsync(_store, ofOrder);
        Assert.Equal(0, _clock.PendingTimers);
    }

    private Task<InstanceLock> OpenAsync() => InstanceLock.OpenAsync(_store, _id, null, None);

    private static InstanceSave Save(Guid id, WorkflowIdentity? identity = null, InstanceStatus status = InstanceStatus.Idle) =>
        new() { InstanceId = id, DefinitionIdentity = identity, Status = status, State = new byte[] { 1 } };

    private Task<InstanceLock> LoadAsync() => InstanceLock.LoadAsync(_store, _id, null, None);

    private async Task<InstanceOwner> OwnerAsync()
    {
        await foreach (InstanceSummary summary in _store.QueryAsync(new InstanceQuery { InstanceIds = [_id] }, None))
        {
            return new InstanceOwner(summary.OwnerId!.Value, new InstanceOwnerOptions());
        }

        throw new InvalidOperationException("The instance is not saved.");
    }
}
