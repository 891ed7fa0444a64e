namespace Workflow.Persistence.Conformance;

/// <summary>
/// Tests of stores that suspend instances: when owners die, the store finds the instance that ends the process, and the other instances continue.
/// </summary>
internal sealed class SuspectSuite(TestedStore tested) : StoreSuite(tested, new() { SuspendsInstances = true })
{
    private const int MaxFailures = 2;

    private static readonly InstanceOwnerOptions Options = new() { Name = "host", Filter = WorkflowIdentityFilter.Any, MaxFailures = MaxFailures };

    [Fact]
    public async Task Owners_ExpireWithManyInstances_SuspendNone()
    {
        InstanceOwner first = await HostAsync();
        await SavedAsync(first, count: 40);
        Assert.Equal(40, (await LoadAllAsync(first)).Count);
        await PassAsync(LeaseTime);

        // From now on, an owner may load only a few suspects at a time.
        foreach (int expected in new[] { 32, 8, 4, 4 })
        {
            Assert.Equal(expected, (await LoadAllAsync(await HostAsync())).Count);
            await PassAsync(LeaseTime);
        }

        InstanceOwner last = await HostAsync();
        Assert.All(await QueryAsync(), summary => Assert.Equal((0, false, true), (summary.FailureCount, summary.IsSuspended, summary.LastFailure is not null)));
        Assert.Equal(40, await CompleteAllAsync(last));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    [InlineData(39)]
    public async Task Instance_TerminatesProcess_IsFoundAndOthersComplete(int place)
    {
        Guid[] ids = await SavedAsync(await HostAsync(), count: 40);
        Guid guilty = ids[place];
        int completed = 0, deaths = 0;
        while (completed < ids.Length - 1 || !(await SummaryAsync(guilty)).IsSuspended)
        {
            Assert.InRange(deaths, 0, SuspectWindow.MaxSuspicion + MaxFailures);
            InstanceOwner host = await HostAsync();
            IReadOnlyList<StoredInstance> loaded = await LoadAllAsync(host);
            if (loaded.Any(instance => instance.InstanceId == guilty))
            {
                deaths++;
                await PassAsync(LeaseTime);
                continue;
            }

            completed += await CompleteAsync(host, loaded);
        }

        InstanceSummary found = await SummaryAsync(guilty);
        Assert.Equal((MaxFailures, true), (found.FailureCount, found.IsSuspended));
        Assert.Single(await QueryAsync());
        Assert.Equal(SuspectWindow.MaxSuspicion + MaxFailures, deaths);
    }

    [Fact]
    public async Task Suspect_Saved_IsNoLongerSuspect()
    {
        Guid id = (await SavedAsync(await HostAsync(), count: 1))[0];
        await DieWithAsync(id, SuspectWindow.MaxSuspicion + 1);
        Assert.Equal(1, (await SummaryAsync(id)).FailureCount);
        InstanceOwner host = await HostAsync();
        StoredInstance loaded = (await Store.TryLoadRunnableAsync(host, default, None))!;
        await Store.SaveAsync(host, Save(id, loaded.LockVersion, status: InstanceStatus.Executing, unlock: true), None);
        Assert.Equal((0, null), ((await SummaryAsync(id)).FailureCount, (await SummaryAsync(id)).LastFailure));
        await DieWithAsync(id, SuspectWindow.MaxSuspicion);
        Assert.Equal(0, (await SummaryAsync(id)).FailureCount);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Suspect_SavedOrUnlocked_AdmitsAnother(bool isSaved)
    {
        await SavedAsync(await HostAsync(), count: 2);
        for (int i = 0; i < SuspectWindow.MaxSuspicion; i++)
        {
            InstanceOwner doomed = await HostAsync();
            foreach (InstanceSummary summary in await QueryAsync())
            {
                await Store.LoadAsync(doomed, InstanceLoad.ById(summary.InstanceId), None);
            }

            await PassAsync(LeaseTime);
        }

        InstanceOwner host = await HostAsync();
        StoredInstance loaded = (await Store.TryLoadRunnableAsync(host, default, None))!;
        Assert.Null(await Store.TryLoadRunnableAsync(host, default, None));
        Task waiting = Store.WaitForRunnableAsync(host, None);
        Assert.False(waiting.IsCompleted);
        Assert.NotNull(await Store.TryLoadRunnableAsync(await HostAsync(), default, None));
        await (isSaved
            ? Store.SaveAsync(host, Save(loaded.InstanceId, loaded.LockVersion, status: InstanceStatus.Executing, unlock: true), None)
            : Store.UnlockAsync(host, InstanceUnlock.Release(loaded.InstanceId, loaded.LockVersion), None));
        await waiting.WaitAsync(Limit);
        Assert.NotNull(await Store.TryLoadRunnableAsync(host, default, None));
    }

    [Fact]
    public async Task Suspect_RunsLong_DoesNotBlockOthers()
    {
        Guid[] ids = await SavedAsync(await HostAsync(), count: 5);
        for (int i = 0; i < 2; i++)
        {
            InstanceOwner doomed = await HostAsync();
            foreach (Guid id in ids)
            {
                await Store.LoadAsync(doomed, InstanceLoad.ById(id), None);
            }

            await PassAsync(LeaseTime);
        }

        InstanceOwner host = await HostAsync();
        Assert.Equal(4, (await LoadAllAsync(host)).Count);
        for (TimeSpan passed = TimeSpan.Zero; passed < TimeSpan.FromMinutes(5); passed += LeaseTime / 2)
        {
            await PassAsync(LeaseTime / 2);
            await Store.RenewOwnerAsync(host, None);
        }

        Assert.Single(await LoadAllAsync(host));
    }

    [Fact]
    public async Task Owner_Deleted_CreatesNoSuspects()
    {
        Guid id = (await SavedAsync(await HostAsync(), count: 1))[0];
        for (int i = 0; i < 2 * (SuspectWindow.MaxSuspicion + MaxFailures); i++)
        {
            InstanceOwner host = await HostAsync();
            Assert.Equal(id, (await Store.TryLoadRunnableAsync(host, default, None))?.InstanceId);
            await Store.DeleteOwnerAsync(host, None);
        }

        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((0, null, false), (summary.FailureCount, summary.LastFailure, summary.IsSuspended));
    }

    [Fact]
    public async Task Release_Suspect_EndsSuspicion()
    {
        Guid id = (await SavedAsync(await HostAsync(), count: 1))[0];
        await DieWithAsync(id, SuspectWindow.MaxSuspicion);
        InstanceOwner host = await HostAsync();
        Assert.True(await Store.ContinueAsync(id, None));
        Assert.False(await Store.ContinueAsync(id, None));
        Assert.Null((await SummaryAsync(id)).LastFailure);
        Assert.Equal(id, (await Store.TryLoadRunnableAsync(host, default, None))?.InstanceId);
        await PassAsync(LeaseTime);
        await HostAsync();
        Assert.Equal(0, (await SummaryAsync(id)).FailureCount);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Suspended_LoadingOwnerEnds_StaysSuspended(bool expires, bool isTakenOver)
    {
        InstanceOwner owner = await HostAsync();
        Guid id = (await SavedAsync(owner, count: 1))[0];
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
        await Store.UnlockAsync(owner, InstanceUnlock.Suspension(id, loaded.LockVersion, "by the operator"), None);
        for (int i = 0; i < SuspectWindow.MaxSuspicion + MaxFailures; i++)
        {
            await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
            await (expires ? PassAsync(LeaseTime) : Store.DeleteOwnerAsync(owner, None));
            owner = await HostAsync();
        }

        if (isTakenOver)
        {
            loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
            await Store.UnlockAsync(owner, InstanceUnlock.Release(id, loaded.LockVersion), None);
        }

        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        Task waiting = Store.WaitForRunnableAsync(owner, None);
        await PassAsync(LeaseTime / 4);
        Assert.False(waiting.IsCompleted);
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((0, "by the operator", true, null), (summary.FailureCount, summary.LastFailure, summary.IsSuspended, summary.RetryAt));
        Assert.True(await Store.ContinueAsync(id, None));
        Assert.Equal(id, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    private Task<InstanceOwner> HostAsync() => Store.CreateOwnerAsync(Options, None);

    private async Task<Guid[]> SavedAsync(InstanceOwner owner, int count)
    {
        Guid[] ids = new Guid[count];
        for (int i = 0; i < count; i++)
        {
            ids[i] = await SavedAsync(owner, InstanceStatus.Executing);
        }

        return ids;
    }

    private async Task<IReadOnlyList<StoredInstance>> LoadAllAsync(InstanceOwner owner)
    {
        List<StoredInstance> loaded = [];
        while (await Store.TryLoadRunnableAsync(owner, default, None) is { } instance)
        {
            loaded.Add(instance);
        }

        return loaded;
    }

    private async Task<int> CompleteAsync(InstanceOwner owner, IReadOnlyList<StoredInstance> loaded)
    {
        foreach (StoredInstance instance in loaded)
        {
            await Store.SaveAsync(owner, Completion(instance.InstanceId, instance.LockVersion), None);
        }

        return loaded.Count;
    }

    private async Task<int> CompleteAllAsync(InstanceOwner owner)
    {
        int all = 0, completed;
        do
        {
            completed = await CompleteAsync(owner, await LoadAllAsync(owner));
            all += completed;
        }
        while (completed > 0);
        return all;
    }

    private async Task DieWithAsync(Guid id, int times)
    {
        for (int i = 0; i < times; i++)
        {
            Assert.Equal(id, (await Store.TryLoadRunnableAsync(await HostAsync(), default, None))?.InstanceId);
            await PassAsync(LeaseTime);
        }

        // The next call of any owner releases the locks of the dead owner.
        await Store.TryLoadRunnableAsync(await Store.CreateOwnerAsync(new InstanceOwnerOptions { Identities = [Order] }, None), default, None);
    }

    private async Task<InstanceSummary> SummaryAsync(Guid id) => Assert.Single(await QueryAsync(new InstanceQuery { InstanceIds = [id] }));
}
