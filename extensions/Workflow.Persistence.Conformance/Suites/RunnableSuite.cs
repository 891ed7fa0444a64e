namespace Workflow.Persistence.Conformance;

/// <summary>Tests of the instances that a search for runnable instances returns, and the time from which it returns them.</summary>
internal sealed class RunnableSuite(TestedStore tested) : StoreSuite(tested)
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task Instance_SavedAsExecuting_IsRunnableWhenUnlocked()
    {
        InstanceOwner owner = await OwnerAsync(), other = await OwnerAsync();
        Guid id = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, Save(id, status: InstanceStatus.Executing), None);
        Assert.Null(await Store.TryLoadRunnableAsync(other, default, None));
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        StoredInstance? loaded = await Store.TryLoadRunnableAsync(other, default, None);
        Assert.Equal((id, 1), (loaded?.InstanceId, loaded?.State.Length));
        Assert.True(loaded!.LockVersion > version);
        Assert.Null(await Store.TryLoadRunnableAsync(other, default, None));
        await Store.SaveAsync(other, Save(id, loaded.LockVersion, status: InstanceStatus.Idle, unlock: true), None);
        Assert.Null(await Store.TryLoadRunnableAsync(other, default, None));
    }

    [Fact]
    public async Task Instance_WaitsForBookmarksOnly_IsNotRunnable()
    {
        InstanceOwner owner = await OwnerAsync();
        await SavedAsync(owner);
        await SavedAsync(owner, dueIn: TimeSpan.MaxValue);
        await PassAsync(owner.RenewalPeriod / 2);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
    }

    /// <summary>Regression 14: timers follow the clock of the store, not that of the host.</summary>
    [Fact]
    public async Task Timer_IsDueOnStoreClock()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = await SavedAsync(owner, dueIn: 10 * Minute);
        await PassAsync((10 * Minute) - TimeSpan.FromSeconds(1));
        owner = await OwnerAsync();
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        await PassAsync(TimeSpan.FromSeconds(1));
        Assert.Equal(id, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    /// <summary>Regression 10: a timer that was due before the save is due at once.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    public async Task Timer_DueBeforeSave_IsDueNow(int seconds)
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = await SavedAsync(owner, dueIn: TimeSpan.FromSeconds(seconds));
        Assert.Equal(id, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Fact]
    public async Task Timer_InstanceHeld_WaitsForUnlock()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, Save(id, dueIn: TimeSpan.Zero), None);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        Assert.NotNull(await Store.TryLoadRunnableAsync(owner, default, None));
    }

    [Fact]
    public async Task Timer_OfLastSave_ReplacesEarlier()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, Save(id, dueIn: TimeSpan.Zero), None);
        await Store.SaveAsync(owner, Save(id, version, unlock: true), None);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        Assert.Null(Assert.Single(await QueryAsync()).DueAt);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Instance_OwnerEnded_IsRunnable(bool expires)
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        await Store.SaveAsync(owner, Save(id), None);
        await (expires ? PassAsync(LeaseTime) : Store.DeleteOwnerAsync(owner, None));
        InstanceOwner successor = await OwnerAsync();
        StoredInstance? loaded = await Store.TryLoadRunnableAsync(successor, default, None);
        Assert.Equal(id, loaded?.InstanceId);

        // The successor has held the instance, so the instance waits again for its bookmarks.
        await Store.UnlockAsync(successor, InstanceUnlock.Release(id, loaded!.LockVersion), None);
        Assert.Null(await Store.TryLoadRunnableAsync(successor, default, None));
    }

    [Fact]
    public async Task Runnables_AreLoadedInOrder()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid third = await SavedAsync(owner, dueIn: TimeSpan.FromSeconds(3)), first = await SavedAsync(owner, InstanceStatus.Executing);
        await PassAsync(TimeSpan.FromSeconds(1));
        Guid second = await SavedAsync(owner, InstanceStatus.Executing);
        await PassAsync(TimeSpan.FromSeconds(4));
        foreach (Guid expected in new[] { first, second, third })
        {
            Assert.Equal(expected, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
        }
    }

    [Fact]
    public async Task Runnables_ExcludedDefinitions_AreNotLoaded()
    {
        InstanceOwner any = await OwnerAsync();
        WorkflowIdentity invoice = new("Invoice", new Version(1, 0), null);
        Guid first = await SavedAsync(any, InstanceStatus.Executing, identity: Order),
            second = await SavedAsync(any, InstanceStatus.Executing, identity: Order);
        Guid third = await SavedAsync(any, InstanceStatus.Executing, identity: invoice);
        InstanceOwner both = await Store.CreateOwnerAsync(new InstanceOwnerOptions { Identities = [Order, invoice] }, None);
        Assert.Null(await Store.TryLoadRunnableAsync(both, new RunnableLoad { Excluded = [Order, invoice] }, None));
        Assert.Equal(third, (await Store.TryLoadRunnableAsync(both, new RunnableLoad { Excluded = [Order] }, None))?.InstanceId);
        Assert.Null(await Store.TryLoadRunnableAsync(both, new RunnableLoad { Excluded = [Order] }, None));
        RunnableLoad withoutOthers = new() { Excluded = [invoice, new WorkflowIdentity("Unknown", new Version(1, 0), null)] };
        Assert.Equal(first, (await Store.TryLoadRunnableAsync(both, withoutOthers, None))?.InstanceId);
        Assert.Null(await Store.TryLoadRunnableAsync(any, new RunnableLoad { Excluded = [Order] }, None));
        Assert.Equal(second, (await Store.TryLoadRunnableAsync(any, new RunnableLoad { Excluded = [] }, None))?.InstanceId);
        Assert.Throws<ArgumentNullException>(() => new RunnableLoad { Excluded = null! });
    }

    [Fact]
    public async Task Runnables_DefinitionsNotAdmitted_AreNotLoaded()
    {
        InstanceOwner any = await OwnerAsync();
        Guid plain = await SavedAsync(any, InstanceStatus.Executing), order = await SavedAsync(any, InstanceStatus.Executing, identity: Order);
        Guid later = await SavedAsync(any, InstanceStatus.Executing, identity: new WorkflowIdentity("Order", new Version(1, 0, 0, 7), null));
        InstanceOwner ofOrder = await OfAsync(WorkflowIdentityFilter.Exact, Order), ofNone = await OfAsync(WorkflowIdentityFilter.Exact);
        InstanceOwner ofRevisions = await OfAsync(WorkflowIdentityFilter.AnyRevision, new WorkflowIdentity("Order", new Version(1, 0, 0), null));

        Assert.Equal(plain, (await Store.TryLoadRunnableAsync(ofNone, default, None))?.InstanceId);
        Assert.Null(await Store.TryLoadRunnableAsync(ofNone, default, None));
        Assert.Equal(order, (await Store.TryLoadRunnableAsync(ofOrder, default, None))?.InstanceId);
        Assert.Null(await Store.TryLoadRunnableAsync(ofOrder, default, None));
        Assert.Equal(later, (await Store.TryLoadRunnableAsync(ofRevisions, default, None))?.InstanceId);
        Assert.Null(await Store.TryLoadRunnableAsync(any, default, None));

        Task<InstanceOwner> OfAsync(WorkflowIdentityFilter filter, params WorkflowIdentity[] identities) =>
            Store.CreateOwnerAsync(new InstanceOwnerOptions { Identities = identities, Filter = filter }, None);
    }

    [Fact]
    public async Task Wait_RunnableInstance_EndsAtOnce()
    {
        InstanceOwner owner = await OwnerAsync();
        await SavedAsync(owner, InstanceStatus.Executing);
        await EndsAsync(Store.WaitForRunnableAsync(owner, None));
    }

    [Fact]
    public async Task Wait_InstanceUnlocked_Ends()
    {
        InstanceOwner owner = await OwnerAsync();
        Task[] waiting = [Store.WaitForRunnableAsync(owner, None), Store.WaitForRunnableAsync(await OwnerAsync(), None)];
        await SavedAsync(owner);
        Assert.All(waiting, task => Assert.False(task.IsCompleted));
        await SavedAsync(owner, InstanceStatus.Executing);
        await EndsAsync(waiting);
    }

    [Fact]
    public async Task Wait_EndsWhenATimerIsDue()
    {
        InstanceOwner owner = await OwnerAsync();
        await SavedAsync(owner, dueIn: TimeSpan.FromSeconds(20));
        Task waiting = Store.WaitForRunnableAsync(owner, None);
        await SavedAsync(owner, dueIn: TimeSpan.FromSeconds(10));
        await PassAsync(TimeSpan.FromSeconds(9));
        Assert.False(waiting.IsCompleted);
        await PassAsync(TimeSpan.FromSeconds(1));
        await EndsAsync(waiting);
        Assert.NotNull(await Store.TryLoadRunnableAsync(owner, default, None));
    }

    [Fact]
    public async Task Wait_EndsWhenAnotherOwnerIsGone()
    {
        InstanceOwner doomed = await OwnerAsync(), lazy = await OwnerAsync(), owner = await OwnerAsync();
        await Store.SaveAsync(doomed, Save(Guid.NewGuid()), None);
        await Store.SaveAsync(lazy, Save(Guid.NewGuid()), None);
        Task first = Store.WaitForRunnableAsync(owner, None);
        await Store.DeleteOwnerAsync(doomed, None);
        await EndsAsync(first);
        Assert.NotNull(await Store.TryLoadRunnableAsync(owner, default, None));

        Task second = Store.WaitForRunnableAsync(owner, None);
        await PassAsync(LeaseTime - owner.RenewalPeriod);
        await Store.RenewOwnerAsync(owner, None);
        Assert.False(second.IsCompleted);
        await PassAsync(owner.RenewalPeriod);
        await EndsAsync(second);
        Assert.NotNull(await Store.TryLoadRunnableAsync(owner, default, None));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Wait_OwnerEnds_Fails(bool expires)
    {
        InstanceOwner owner = await OwnerAsync();
        Task waiting = Store.WaitForRunnableAsync(owner, None);
        await (expires ? PassAsync(LeaseTime) : Store.DeleteOwnerAsync(owner, None));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => waiting.WaitAsync(Limit));
    }

    [Fact]
    public async Task Wait_OtherDefinition_Continues()
    {
        InstanceOwner any = await OwnerAsync();
        InstanceOwner ofOrder = await Store.CreateOwnerAsync(new InstanceOwnerOptions { Identities = [Order] }, None);
        Task waiting = Store.WaitForRunnableAsync(ofOrder, None);
        await SavedAsync(any, InstanceStatus.Executing);
        Assert.False(waiting.IsCompleted);
        await SavedAsync(any, InstanceStatus.Executing, identity: Order);
        await EndsAsync(waiting);
    }

    [Fact]
    public async Task Wait_Canceled_EndsAloneImmediately()
    {
        InstanceOwner owner = await OwnerAsync();
        using CancellationTokenSource cancel = new();
        Task canceled = Store.WaitForRunnableAsync(owner, cancel.Token), waiting = Store.WaitForRunnableAsync(owner, None);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.WaitAsync(Limit));
        Assert.False(waiting.IsCompleted);
        await SavedAsync(owner, InstanceStatus.Executing);
        await EndsAsync(waiting);
    }

    private static Task EndsAsync(params Task[] waiting) => Task.WhenAll(waiting).WaitAsync(Limit);
}
