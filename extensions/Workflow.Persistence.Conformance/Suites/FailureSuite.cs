namespace Workflow.Persistence.Conformance;

/// <summary>Tests of stores that suspend instances: an instance that fails in a host is retried later or suspended.</summary>
internal sealed class FailureSuite(TestedStore tested) : StoreSuite(tested, new() { SuspendsInstances = true })
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private static readonly InstanceOwnerOptions Options = new()
    {
        Filter = WorkflowIdentityFilter.Any,
        MaxFailures = 4,
        FirstRetryDelay = 2 * Second,
        MaxRetryDelay = 5 * Second,
    };

    [Fact]
    public async Task Failure_Repeated_IncreasesRetryDelay()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner, InstanceStatus.Executing);
        foreach (double delay in new[] { 2, 4, 5 })
        {
            await FailAsync(owner, id);
            await PassAsync((delay - 0.5) * Second);
            Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
            await PassAsync(0.5 * Second);
        }

        Assert.Equal(id, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Fact]
    public async Task Failures_AreSeenInQueries()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        await SavedAsync(owner, InstanceStatus.Executing);
        Guid id = await SavedAsync(owner, InstanceStatus.Executing);
        await FailAsync(owner, id, "first");
        await FailAsync(owner, id, "second");
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((2, "second", false), (summary.FailureCount, summary.LastFailure, summary.IsSuspended));
        Assert.True(summary.RetryAt > summary.UpdatedAt);
        Assert.Null(summary.OwnerId);
    }

    [Fact]
    public async Task Failures_MaximumReached_SetsInstanceAside()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid other = await SavedAsync(owner), id = await SavedAsync(owner, InstanceStatus.Executing, dueIn: TimeSpan.Zero);
        await FailAsync(owner, id, times: 3);
        Assert.False((await SummaryAsync(id)).IsSuspended);
        await FailAsync(owner, id, "enough");
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((4, "enough", true, null), (summary.FailureCount, summary.LastFailure, summary.IsSuspended, summary.RetryAt));
        Assert.Equal(id, Assert.Single(await QueryAsync(new InstanceQuery { IsSuspended = true })).InstanceId);
        Assert.Equal(other, Assert.Single(await QueryAsync(new InstanceQuery { IsSuspended = false })).InstanceId);

        await PassAsync(LeaseTime);
        InstanceOwner later = await FailingOwnerAsync();
        Assert.Null(await Store.TryLoadRunnableAsync(later, default, None));

        // Only a load by id returns the instance, and unlocking it again does not change its state.
        StoredInstance loaded = await Store.LoadAsync(later, InstanceLoad.ById(id), None);
        await Store.UnlockAsync(later, InstanceUnlock.Release(id, loaded.LockVersion), None);
        Assert.Null(await Store.TryLoadRunnableAsync(later, default, None));
        Assert.True((await SummaryAsync(id)).IsSuspended);
    }

    [Theory]
    [InlineData(InstanceStatus.Executing, 1)]
    [InlineData(InstanceStatus.Executing, 4)]
    [InlineData(InstanceStatus.Idle, 4)]
    public async Task Release_MakesItRunnableWithoutFailures(InstanceStatus status, int failures)
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner, status);
        await FailAsync(owner, id, times: failures);
        Task waiting = Store.WaitForRunnableAsync(owner, None);
        Assert.False(waiting.IsCompleted);
        Assert.True(await Store.ContinueAsync(id, None));
        await waiting.WaitAsync(Limit);
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((0, null, null, false), (summary.FailureCount, summary.LastFailure, summary.RetryAt, summary.IsSuspended));
        Assert.Equal(id, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
        Assert.False(await Store.ContinueAsync(id, None));
    }

    [Fact]
    public async Task Release_NotFailedOrHeld_DoesNothing()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner);
        Assert.False(await Store.ContinueAsync(Guid.NewGuid(), None));
        Assert.False(await Store.ContinueAsync(id, None));
        await FailAsync(owner, id);
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
        Assert.False(await Store.ContinueAsync(id, None));
        Assert.Equal(1, (await SummaryAsync(id)).FailureCount);
        await Store.SaveAsync(owner, Save(id, loaded.LockVersion, unlock: true), None);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
    }

    [Theory]
    [InlineData(1, InstanceCompletionAction.DeleteAll)]
    [InlineData(4, InstanceCompletionAction.DeleteAll)]
    [InlineData(1, InstanceCompletionAction.DeleteNothing)]
    [InlineData(4, InstanceCompletionAction.DeleteNothing)]
    public async Task Terminate_EndsItWithoutRunningIt(int failures, InstanceCompletionAction action)
    {
        UseStore(CreateStore(action));
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = Guid.NewGuid(), key = Guid.NewGuid();
        await Store.SaveAsync(owner, WaitingAt("approve", id, key), None);
        await FailAsync(owner, id, "damaged", failures);
        Assert.True(await Store.TerminateAsync(id, None));

        await PassAsync(LeaseTime / 2);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        Assert.Empty(await QueryAsync(new InstanceQuery { IsSuspended = true }));
        Assert.Empty(await QueryAsync(new InstanceQuery { BookmarkName = "approve" }));
        await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(key), None));
        await Store.SaveAsync(owner, WaitingAt("pay", Guid.NewGuid(), key), None);
        Assert.False(await Store.TerminateAsync(id, None));
        Assert.False(await Store.ContinueAsync(id, None));
        if (action == InstanceCompletionAction.DeleteAll)
        {
            await Assert.ThrowsAsync<InstanceNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ById(id), None));
            return;
        }

        await Assert.ThrowsAsync<InstanceCompleteException>(() => Store.LoadAsync(owner, InstanceLoad.ById(id), None));
        InstanceSummary kept = await SummaryAsync(id);
        Assert.Equal((InstanceStatus.Faulted, failures, "damaged", false), (kept.Status, kept.FailureCount, kept.LastFailure, kept.IsSuspended));
        Assert.Equal((null, null, 0), (kept.DueAt, kept.RetryAt, kept.Bookmarks.Count));
    }

    [Fact]
    public async Task Terminate_NotFailedOrHeld_DoesNothing()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner);
        Assert.False(await Store.TerminateAsync(Guid.NewGuid(), None));
        Assert.False(await Store.TerminateAsync(id, None));
        await FailAsync(owner, id);
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
        Assert.False(await Store.TerminateAsync(id, None));
        await Store.SaveAsync(owner, Save(id, loaded.LockVersion, unlock: true), None);
        Assert.False(await Store.TerminateAsync(id, None));
        Assert.Equal(1, await StateOfAsync(id));
    }

    [Fact]
    public async Task Terminate_OwnerExpired_EndsInstance()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner);
        await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
        await PassAsync(LeaseTime);
        Assert.True(await Store.TerminateAsync(id, None));
        Assert.Empty(await QueryAsync());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Save_ResetsFailureCount(bool unlock)
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner, InstanceStatus.Executing);
        await FailAsync(owner, id, times: 3);
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
        await Store.SaveAsync(owner, Save(id, loaded.LockVersion, status: InstanceStatus.Executing, unlock: unlock), None);
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((0, null, null), (summary.FailureCount, summary.LastFailure, summary.RetryAt));
        await (unlock ? FailAsync(owner, id) : Store.UnlockAsync(owner, InstanceUnlock.Failure(id, loaded.LockVersion, "failed"), None));
        Assert.Equal(1, (await SummaryAsync(id)).FailureCount);
    }

    [Fact]
    public async Task Failure_IdleInstance_IsCountedAndInstanceWaits()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid bookmark = await SavedAsync(owner), timer = await SavedAsync(owner, dueIn: 20 * Second);
        await FailAsync(owner, bookmark);
        await FailAsync(owner, timer);
        Assert.Equal(1, (await SummaryAsync(bookmark)).FailureCount);
        await PassAsync(10 * Second);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        await PassAsync(10 * Second);
        Assert.Equal(timer, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Owner_EndsWithLoadedInstance_IsNamedIfExpired(bool expires)
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid loaded = await SavedAsync(owner, InstanceStatus.Executing), saved = await SavedAsync(owner);
        await Store.LoadAsync(owner, InstanceLoad.ById(loaded), None);
        long version = (await Store.LoadAsync(owner, InstanceLoad.ById(saved), None)).LockVersion;
        await Store.SaveAsync(owner, Save(saved, version), None);
        await (expires ? PassAsync(LeaseTime) : Store.DeleteOwnerAsync(owner, None));

        InstanceOwner successor = await FailingOwnerAsync();
        InstanceSummary failed = await SummaryAsync(loaded);
        Assert.Equal(0, failed.FailureCount);
        Assert.Equal(expires, failed.LastFailure?.Contains(owner.Id.ToString(), StringComparison.Ordinal) == true);
        Assert.Equal(0, (await SummaryAsync(saved)).FailureCount);
        StoredInstance? one = await Store.TryLoadRunnableAsync(successor, default, None), two = await Store.TryLoadRunnableAsync(successor, default, None);
        Guid?[] runnable = [one?.InstanceId, two?.InstanceId];
        Assert.Equal(new Guid?[] { loaded, saved }.Order(), runnable.Order());
    }

    /// <summary>Regression 22: an instance whose owners die repeatedly is suspended and does not fail further owners.</summary>
    [Fact]
    public async Task Owners_ExpireRepeatedly_SetInstanceAside()
    {
        Guid id = await SavedAsync(await FailingOwnerAsync());
        for (int i = 0; i < SuspectWindow.MaxSuspicion + 4; i++)
        {
            await Store.LoadAsync(await FailingOwnerAsync(), InstanceLoad.ById(id), None);
            await PassAsync(LeaseTime);
        }

        InstanceOwner owner = await FailingOwnerAsync();
        Assert.True((await SummaryAsync(id)).IsSuspended);
        Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
        Assert.True(await Store.ContinueAsync(id, None));
        Assert.Equal(id, (await Store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Runnable_RepeatedlyUnlocked_DoesNotStarveOthers(bool fails)
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid bad = await SavedAsync(owner, dueIn: TimeSpan.Zero);
        HashSet<Guid> others = [];
        for (int i = 0; i < 10; i++)
        {
            others.Add(await SavedAsync(owner, InstanceStatus.Executing));
        }

        int attempts = 0;
        for (int i = 0; i < 30 && await Store.TryLoadRunnableAsync(owner, default, None) is { } loaded; i++)
        {
            if (loaded.InstanceId == bad)
            {
                attempts++;
                await (fails
                    ? Store.UnlockAsync(owner, InstanceUnlock.Failure(bad, loaded.LockVersion, "damaged"), None)
                    : Store.UnlockAsync(owner, InstanceUnlock.Release(bad, loaded.LockVersion), None));
            }
            else
            {
                Assert.True(others.Remove(loaded.InstanceId));
                await Store.SaveAsync(owner, Save(loaded.InstanceId, loaded.LockVersion, unlock: true), None);
            }

            if (i == others.Count)
            {
                Assert.InRange(attempts, 1, fails ? 1 : 3);
            }
        }

        Assert.Empty(others);
    }

    [Fact]
    public async Task Wait_EndsWhenTheNextAttemptIsDue()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner, InstanceStatus.Executing);
        await FailAsync(owner, id);
        Task waiting = Store.WaitForRunnableAsync(owner, None);
        await PassAsync(Second);
        Assert.False(waiting.IsCompleted);
        await PassAsync(Second);
        await waiting.WaitAsync(Limit);
    }

    [Fact]
    public async Task UnlockFailed_StaleLock_IsRefusedAndNotCounted()
    {
        InstanceOwner owner = await FailingOwnerAsync(), other = await FailingOwnerAsync();
        Guid id = await SavedAsync(owner);
        StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.UnlockAsync(other, InstanceUnlock.Failure(id, loaded.LockVersion, "no"), None));
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.UnlockAsync(owner, InstanceUnlock.Failure(id, loaded.LockVersion - 1, "no"), None));
        await Assert.ThrowsAsync<ArgumentNullException>(() => Store.UnlockAsync(owner, InstanceUnlock.Failure(id, loaded.LockVersion, null!), None));
        Assert.Equal(0, (await SummaryAsync(id)).FailureCount);
        await Store.DeleteOwnerAsync(other, None);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => Store.UnlockAsync(other, InstanceUnlock.Failure(id, loaded.LockVersion, "no"), None));
    }

    [Fact]
    public async Task FirstSave_TakesTheFirstLock()
    {
        InstanceOwner owner = await FailingOwnerAsync();
        Guid id = Guid.NewGuid();
        Assert.Equal(InstanceSave.FirstLockVersion, await Store.SaveAsync(owner, Save(id), None));
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, InstanceSave.FirstLockVersion), None);
    }

    private static InstanceSave WaitingAt(string bookmark, Guid id, Guid key) => new()
    {
        InstanceId = id,
        State = new byte[] { 1 },
        Status = InstanceStatus.Idle,
        Bookmarks = [new SavedBookmark { Name = bookmark, OwnerDisplayName = "Approval" }],
        DueIn = Second,
        KeysAdded = [key],
        Unlock = true,
    };

    private Task<InstanceOwner> FailingOwnerAsync() => Store.CreateOwnerAsync(Options, None);

    private async Task<InstanceSummary> SummaryAsync(Guid id) => Assert.Single(await QueryAsync(new InstanceQuery { InstanceIds = [id] }));

    private async Task FailAsync(InstanceOwner owner, Guid id, string failure = "failed", int times = 1)
    {
        for (int i = 0; i < times; i++)
        {
            StoredInstance loaded = await Store.LoadAsync(owner, InstanceLoad.ById(id), None);
            await Store.UnlockAsync(owner, InstanceUnlock.Failure(id, loaded.LockVersion, failure), None);
        }
    }
}
