using System.Transactions;

namespace Workflow.Persistence.Conformance;

/// <summary>Tests of stores that join transactions: saves in an ambient transaction.</summary>
internal sealed class TransactionSuite(TestedStore tested) : StoreSuite(tested, new() { JoinsTransactions = true })
{
    private readonly Guid _id = Guid.NewGuid();

    private static TransactionScope Begin() => new(TransactionScopeAsyncFlowOption.Enabled);

    [Fact]
    public async Task Commit_FirstSave_BecomesVisible()
    {
        InstanceOwner owner = await OwnerAsync();
        using (TransactionScope scope = Begin())
        {
            await Store.SaveAsync(owner, Save(_id, status: InstanceStatus.Executing, unlock: true), None);
            await OutsideAsync(async () =>
            {
                await Assert.ThrowsAsync<InstanceNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ById(_id), None));
                Assert.Null(await Store.TryLoadRunnableAsync(owner, default, None));
                Assert.Empty(await QueryAsync());
            });
            scope.Complete();
        }

        Assert.NotNull(await Store.TryLoadRunnableAsync(owner, default, None));
    }

    [Fact]
    public async Task Rollback_FirstSave_LeavesNothing()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid key = Guid.NewGuid();
        using (Begin())
        {
            await Store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, KeysAdded = [key] }, None);
        }

        Assert.Empty(await QueryAsync());
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, KeysAdded = [key] }, None);
    }

    [Fact]
    public async Task Rollback_LaterSave_RestoresStateKeysAndLock()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid kept = Guid.NewGuid(), added = Guid.NewGuid();
        long version = await Store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = _id, State = new byte[] { 1 }, Status = InstanceStatus.Idle, KeysAdded = [kept] },
            None);
        using (Begin())
        {
            await Store.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = _id,
                    LockVersion = version,
                    State = new byte[] { 9 },
                    Status = InstanceStatus.Idle,
                    KeysAdded = [added],
                    KeysRemoved = [kept],
                    Unlock = true
                },
                None);
        }

        await Assert.ThrowsAsync<InstanceLockedException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(kept), None));
        await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.LoadAsync(owner, InstanceLoad.ByKey(added), None));
        await Store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None);
        Assert.Equal(1, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Saves_InOneTransaction_BuildOnEachOther()
    {
        InstanceOwner owner = await OwnerAsync();
        using (TransactionScope scope = Begin())
        {
            long version = await Store.SaveAsync(owner, Save(_id, state: 1), None);
            Assert.Equal(version, await Store.SaveAsync(owner, Save(_id, version, 2), None));
            await Store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None);
            await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.SaveAsync(owner, Save(_id, version, 3), None));
            scope.Complete();
        }

        Assert.Equal(2, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Completion_InTransaction_TakesEffectAtCommit()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        using (Begin())
        {
            await Store.SaveAsync(owner, Completion(_id, version), None);
        }

        Assert.Single(await QueryAsync());
        using (TransactionScope scope = Begin())
        {
            await Store.SaveAsync(owner, Completion(_id, version), None);
            scope.Complete();
        }

        Assert.Empty(await QueryAsync());
    }

    [Fact]
    public async Task Save_StaleLock_IsRefusedAtOnce()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id, unlock: true), None);
        using (Begin())
        {
            await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.SaveAsync(owner, Save(_id, version, 9), None));
        }
    }

    [Fact]
    public async Task Lock_LostBeforeCommit_RollsBack()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        InstanceOwner? successor = null;
        TransactionScope scope = Begin();
        await Store.SaveAsync(owner, Save(_id, version, 9), None);
        await OutsideAsync(async () =>
        {
            await Store.DeleteOwnerAsync(owner, None);
            successor = await OwnerAsync();
            await Store.LoadAsync(successor, InstanceLoad.ById(_id), None);
        });
        scope.Complete();
        TransactionAbortedException aborted = Assert.Throws<TransactionAbortedException>(scope.Dispose);
        Assert.IsType<InstanceLockLostException>(aborted.InnerException);
        await Store.DeleteOwnerAsync(successor!, None);
        Assert.Equal(1, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Write_FromOutside_WaitsForTransaction()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        Task? unlock = null;
        using (TransactionScope scope = Begin())
        {
            await Store.SaveAsync(owner, Save(_id, version, 2), None);
            await OutsideAsync(() =>
            {
                unlock = Store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None);
                return Task.CompletedTask;
            });
            Assert.False(unlock!.IsCompleted);
            scope.Complete();
        }

        await unlock.WaitAsync(Limit);
        Assert.Equal(2, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Write_TransactionEndsWhileWaiting_HasNoEffect()
    {
        InstanceOwner owner = await OwnerAsync();
        long version = await Store.SaveAsync(owner, Save(_id), None);
        using CommittableTransaction ended = new();
        Task<long>? waiting = null;
        using (TransactionScope scope = Begin())
        {
            await Store.SaveAsync(owner, Save(_id, version, 2), None);
            await OutsideAsync(() =>
            {
                using TransactionScope inner = new(ended, TransactionScopeAsyncFlowOption.Enabled);
                waiting = Store.SaveAsync(owner, Save(_id, version, 3), None);
                inner.Complete();
                return Task.CompletedTask;
            });
            ended.Rollback();
            scope.Complete();
        }

        Exception? failure = await Record.ExceptionAsync(() => waiting!.WaitAsync(Limit));
        Assert.True(failure is null or TransactionException, $"{failure}");
        await Task.Run(() => Store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None)).WaitAsync(Limit);
        Assert.Equal(2, await StateOfAsync(_id));
    }

    [Fact]
    public async Task Key_AddedInTransaction_IsReservedUntilEnd()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid key = Guid.NewGuid();
        InstanceSave other = new() { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, KeysAdded = [key] };
        using (Begin())
        {
            await Store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, KeysAdded = [key] }, None);
            await OutsideAsync(() => Assert.ThrowsAsync<InstanceKeyCollisionException>(() => Store.SaveAsync(owner, other, None)));
        }

        await Store.SaveAsync(owner, other, None);
    }

    [Fact]
    public async Task Transaction_SeveralInstances_IsAtomic()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid[] ids = [.. Enumerable.Range(0, 5).Select(_ => Guid.NewGuid())];
        foreach (bool commits in new[] { false, true })
        {
            using TransactionScope scope = Begin();
            await Task.WhenAll(ids.Select(id => Store.SaveAsync(owner, Save(id), None)));
            if (commits)
            {
                scope.Complete();
            }

            scope.Dispose();
            Assert.Equal(commits ? 5 : 0, (await QueryAsync()).Length);
        }
    }

    private static async Task OutsideAsync(Func<Task> action)
    {
        using TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        await action();
        outside.Complete();
    }
}
