using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of a store in a transaction that the application has begun.</summary>
public abstract class ApplicationTransactionTests : ApplicationTransactionSuite
{
    private readonly Guid _id = Guid.NewGuid();

    private protected ApplicationTransactionTests(Func<ApplicationDatabase> create)
        : base(create)
    {
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SaveAsync_FirstSave_CommitsWithTransaction(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            Assert.Equal(1, await bound.SaveAsync(await OwnerAsync(bound), Save(_id, unlock: true, key: _id), None));
        }

        await InsertAsync(transaction);
        await AssertThereAsync(0, 0);
        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        await AssertThereAsync(commits ? 2 : 0, commits ? 1 : 0);
        Assert.Equal(commits, await Record.ExceptionAsync(() => StateAsync(store, _id)) is null);
        Assert.Equal(commits ? 1 : 0, await Database.CountAsync("workflow.active_bookmarks"));
        Assert.Equal(commits ? 1 : 0, await Database.CountAsync("workflow.instance_key"));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task SaveAsync_AfterLoad_CommitsWithTransaction(bool commits, bool isByKey)
    {
        SqlInstanceStore store = Database.Store();
        Guid key = Guid.NewGuid(), id = await SavedAsync(store, key);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            StoredInstance stored = await bound.LoadAsync(owner, isByKey ? InstanceLoad.ByKey(key) : InstanceLoad.ById(id), None);
            Assert.Equal(id, stored.InstanceId);
            await bound.SaveAsync(owner, Save(id, stored.LockVersion, 2), None);
            await bound.SaveAsync(owner, Save(id, stored.LockVersion, 3, unlock: true), None);
        }

        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        await AssertThereAsync(commits ? 1 : 0, 1);
        Assert.Equal(commits ? 3 : 1, await StateAsync(store, id));
    }

    [Fact]
    public async Task SaveAsync_Completion_RemovesInstance()
    {
        SqlInstanceStore store = Database.Store();
        Guid id = await SavedAsync(store);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            StoredInstance stored = await bound.LoadAsync(owner, InstanceLoad.ById(id), None);
            await bound.SaveAsync(
                owner,
                new InstanceSave { InstanceId = id, LockVersion = stored.LockVersion, Status = InstanceStatus.Closed, Complete = true },
                None);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 0);
    }

    /// <summary>A refused call changes nothing, and the transaction stays usable.</summary>
    [Fact]
    public async Task Refusal_KeepsTransactionUsable()
    {
        SqlInstanceStore store = Database.Store();
        Guid key = Guid.NewGuid(), saved = await SavedAsync(store, key), held = Guid.NewGuid();
        InstanceOwner other = await OwnerAsync(store);
        await store.SaveAsync(other, Save(held), None);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            await Assert.ThrowsAsync<InstanceCollisionException>(() => bound.SaveAsync(owner, Save(saved), None));
            await Assert.ThrowsAsync<InstanceKeyCollisionException>(() => bound.SaveAsync(owner, Save(_id, key: key), None));
            await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(held, 1), None));
            await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.UnlockAsync(owner, InstanceUnlock.Release(held, 1), None));
            await Assert.ThrowsAsync<InstanceLockedException>(() => bound.LoadAsync(owner, InstanceLoad.ById(held), None));
            await Assert.ThrowsAsync<InstanceNotReadyException>(() => bound.LoadAsync(owner, InstanceLoad.ById(Guid.NewGuid()), None));
            await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => bound.LoadAsync(owner, InstanceLoad.ByKey(Guid.NewGuid()), None));
            await Assert.ThrowsAsync<InstanceOwnerException>(() => bound.SaveAsync(other, Save(_id), None));
            await Assert.ThrowsAsync<NotSupportedException>(() => bound.TryLoadRunnableAsync(owner, default, None));
            await bound.SaveAsync(owner, Save(_id, unlock: true), None);
        }

        await InsertAsync(transaction);
        await transaction.CommitAsync();
        await AssertThereAsync(2, 3, owners: 1);
    }

    [Fact]
    public async Task LoadAsync_DamagedState_KeepsRowAndTransaction()
    {
        SqlInstanceStore store = Database.Store();
        Guid id = await SavedAsync(store);
        await Database.RunAsync("UPDATE workflow.instance SET state_check = 12345");
        object?[] before = (await Database.ReadAsync("SELECT lock_version, lock_owner, failures, state_check FROM workflow.instance"))[0];
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner reader = await OwnerAsync(bound);
            SnapshotException failure = await Assert.ThrowsAsync<SnapshotException>(() => bound.LoadAsync(reader, InstanceLoad.ById(id), None));
            Assert.Contains(id.ToString(), failure.Message, StringComparison.Ordinal);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 1);
        Assert.Equal(before, (await Database.ReadAsync("SELECT lock_version, lock_owner, failures, state_check FROM workflow.instance"))[0]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Calls_TransactionEnded_Throw(bool commits)
    {
        SqlInstanceStore store = Database.Store();
        Guid saved = await SavedAsync(store);
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        InstanceOwner owner = await OwnerAsync(bound);
        await bound.SaveAsync(owner, Save(_id), None);
        await bound.RenewOwnerAsync(owner, None);
        await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());

        InstanceLockLostException lost = await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(_id, 1), None));
        Assert.Equal(_id, lost.InstanceId);
        Assert.Contains("has ended", lost.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.UnlockAsync(owner, InstanceUnlock.Release(_id, 1), None));
        await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(Guid.NewGuid()), None));
        await Assert.ThrowsAsync<InstancePersistenceException>(() => bound.LoadAsync(owner, InstanceLoad.ById(saved), None));
        await Assert.ThrowsAsync<InstancePersistenceException>(() => OwnerAsync(bound));
        Assert.Equal(owner.Id, (await Assert.ThrowsAsync<InstanceOwnerException>(() => bound.RenewOwnerAsync(owner, None))).OwnerId);
        await bound.DisposeAsync();
        Assert.Throws<InvalidOperationException>(() => store.UseTransaction(transaction));
        await transaction.DisposeAsync();
        Assert.Throws<InvalidOperationException>(() => store.UseTransaction(transaction));
        await AssertThereAsync(commits ? 1 : 0, commits ? 2 : 1, owners: commits ? 1 : 0);
    }

    /// <summary>If the store is not disposed before the commit, its lock stays valid until the lease expires.</summary>
    [Fact]
    public async Task Lock_CommittedWithoutDispose_EndsWithLease()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        await bound.SaveAsync(await OwnerAsync(bound), Save(_id), None);
        await transaction.CommitAsync();
        await Assert.ThrowsAsync<InstanceLockedException>(() => StateAsync(store, _id));
        await Database.PassAsync(2 * Conformance.ServerStore.Period);
        Assert.Equal(1, await StateAsync(store, _id));
    }

    [Fact]
    public async Task DisposeAsync_HeldInstances_AreUnlocked()
    {
        SqlInstanceStore store = Database.Store();
        Guid loaded = await SavedAsync(store), returned = await SavedAsync(store);
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        InstanceOwner owner = await OwnerAsync(bound);
        await bound.SaveAsync(owner, Save(_id), None);
        await bound.LoadAsync(await OwnerAsync(bound), InstanceLoad.ById(loaded), None);
        await bound.UnlockAsync(owner, InstanceUnlock.Release(returned, (await bound.LoadAsync(owner, InstanceLoad.ById(returned), None)).LockVersion), None);
        await bound.DisposeAsync();
        await bound.DisposeAsync();
        await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(_id, 1), None));
        await transaction.CommitAsync();
        await AssertThereAsync(1, 3);
        foreach (Guid id in new[] { _id, loaded, returned })
        {
            Assert.Equal(1, await StateAsync(store, id));
        }

        Assert.All(await Database.ReadAsync("SELECT attempts FROM workflow.instances"), row => Assert.Equal(0L, Convert.ToInt64(row[0], null)));
    }

    /// <summary>An unlocked instance can be loaded again in the same transaction.</summary>
    [Fact]
    public async Task Unlock_FailureInSameTransaction_AllowsNextLoad()
    {
        SqlInstanceStore store = Database.Store();
        Guid id = await SavedAsync(store);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            StoredInstance first = await bound.LoadAsync(owner, InstanceLoad.ById(id), None);
            await Assert.ThrowsAsync<InstanceLockedException>(() => bound.LoadAsync(owner, InstanceLoad.ById(id), None));
            await bound.UnlockAsync(owner, InstanceUnlock.Failure(id, first.LockVersion, "failure"), None);
            StoredInstance second = await bound.LoadAsync(owner, InstanceLoad.ById(id), None);
            Assert.True(second.LockVersion > first.LockVersion);
            await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(id, first.LockVersion, 2), None));
            await bound.UnlockAsync(owner, InstanceUnlock.Release(id, second.LockVersion), None);
        }

        await transaction.CommitAsync();
        Assert.Equal("failure", (await Database.ReadAsync("SELECT last_error FROM workflow.instances"))[0][0]);
    }

    [Fact]
    public async Task Calls_Concurrent_AreSerialized()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => Task.Run(() => bound.SaveAsync(owner, Save(Guid.NewGuid(), unlock: true), None))));
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 20);
    }

    [Fact]
    public async Task SaveAsync_CanceledToken_ChangesNothing()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => bound.SaveAsync(owner, Save(_id), new CancellationToken(canceled: true)));
            await bound.SaveAsync(owner, Save(Guid.NewGuid(), unlock: true), None);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 1);
    }

    /// <summary>The application rolls back to its own savepoint, and so undoes writes of the store.</summary>
    [Fact]
    public async Task RollbackAsync_ToSavepoint_UndoesLocks()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        await transaction.SaveAsync("before");
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            await bound.SaveAsync(owner, Save(_id), None);
            await transaction.RollbackAsync("before");
            await Assert.ThrowsAsync<InstanceOwnerException>(() => bound.SaveAsync(owner, Save(_id, 1), None));
            await bound.SaveAsync(await OwnerAsync(bound), Save(Guid.NewGuid(), unlock: true), None);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 1);
    }

    [Fact]
    public async Task SaveAsync_ConnectionClosed_Throws()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        InstanceOwner owner = await OwnerAsync(bound);
        await bound.SaveAsync(owner, Save(_id), None);
        await transaction.Connection!.CloseAsync();
        await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(_id, 1), None));
        await bound.DisposeAsync();
        await AssertThereAsync(0, 0);
    }

    [Fact]
    public async Task UseTransaction_OtherDatabase_Throws()
    {
        SqlInstanceStore store = Database.Store();
        await using DbConnection connection = await Database.OpenOtherAsync();
        await using DbTransaction transaction = await connection.BeginTransactionAsync();
        ArgumentException failure = Assert.Throws<ArgumentException>(() => store.UseTransaction(transaction));
        Assert.Contains(connection.DataSource, failure.Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentNullException>(() => store.UseTransaction(null!));
    }

    [Fact]
    public async Task SaveAsync_SchemaVersionMissing_Throws()
    {
        SqlInstanceStore store = Database.Store();
        await Database.RunAsync($"DELETE FROM {Database.VersionTable}");
        DbTransaction transaction = await BeginAsync();
        await using SqlTransactionStore bound = store.UseTransaction(transaction);
        InstanceOwner owner = await OwnerAsync(bound);
        InstancePersistenceException failure = await Assert.ThrowsAsync<InstancePersistenceException>(() => bound.SaveAsync(owner, Save(_id), None));
        Assert.Contains("insert the row of the version", failure.Message, StringComparison.Ordinal);
        await transaction.CommitAsync();
        await AssertThereAsync(1, 0);
    }
}
