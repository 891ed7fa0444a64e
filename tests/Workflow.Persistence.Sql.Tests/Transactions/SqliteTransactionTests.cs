using System.Data.Common;
using System.Transactions;
using Microsoft.Data.Sqlite;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of transactions with other participants, and with other stores on the same file.</summary>
public sealed class SqliteTransactionTests
{
    private static readonly InstanceOwnerOptions Any = new() { Filter = WorkflowIdentityFilter.Any };

    private readonly Guid _id = Guid.NewGuid();

    private static CancellationToken None => CancellationToken.None;

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Commit_OtherParticipant_CommitsBothOrNone(bool isStoreFirst, bool agrees)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Participant other = new(agrees);
        for (int round = 0; round < 5; round++)
        {
            Guid id = Guid.NewGuid();
            using CommittableTransaction transaction = new();
            using (TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled))
            {
                if (!isStoreFirst)
                {
                    transaction.EnlistVolatile(other, EnlistmentOptions.None);
                }

                await store.SaveAsync(owner, Save(id), None);
                if (isStoreFirst)
                {
                    transaction.EnlistVolatile(other, EnlistmentOptions.None);
                }

                scope.Complete();
            }

            Exception? failure = Record.Exception(transaction.Commit);
            Assert.Equal(agrees, failure is null);
            Assert.Equal(agrees, await IsListedAsync(store, id));
            InstanceUnlock release = InstanceUnlock.Release(id, InstanceSave.FirstLockVersion);
            Exception? load = await Record.ExceptionAsync(() => store.UnlockAsync(owner, release, None).WaitAsync(HangGuard.Limit));
            Assert.Equal(agrees, load is null);
        }
    }

    [Fact]
    public async Task Commit_LockTakenOver_Aborts()
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new() { TimeProvider = clock };
        SqlInstanceStore store = await file.StoreAsync(options), other = await file.StoreAsync(options);
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        long version = await store.SaveAsync(owner, Save(_id), None);
        TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        await store.SaveAsync(owner, Save(_id, version, 9), None);
        using (TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled))
        {
            clock.Advance(TimeSpan.FromMinutes(5));
            InstanceOwner successor = await other.CreateOwnerAsync(Any, None);
            StoredInstance loaded = await other.LoadAsync(successor, InstanceLoad.ById(_id), None);
            await other.SaveAsync(successor, Save(_id, loaded.LockVersion, 5), None);
            outside.Complete();
        }

        scope.Complete();
        TransactionAbortedException aborted = Assert.Throws<TransactionAbortedException>(scope.Dispose);
        Assert.IsType<InstanceLockLostException>(aborted.InnerException);
        Assert.Equal(new byte[] { 5 }, file.ReadValue("SELECT state FROM workflow_instance"));
    }

    [Fact]
    public async Task Commit_ManyInstances_AreWrittenTogether()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            for (int i = 0; i < 200; i++)
            {
                await store.SaveAsync(owner, Save(Guid.NewGuid()), None);
            }

            Assert.Equal(0L, file.ReadValue("SELECT count(*) FROM workflow_instance"));
            scope.Complete();
        }

        Assert.Equal(200L, file.ReadValue("SELECT count(*) FROM workflow_instance"));
    }

    [Fact]
    public async Task Rollback_FromOutside_UnblocksWaitingCalls()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        long version = await store.SaveAsync(owner, Save(_id), None);
        using CommittableTransaction transaction = new();
        using (TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled))
        {
            await store.SaveAsync(owner, Save(_id, version, 9), None);
            scope.Complete();
        }

        Task unlock = store.UnlockAsync(owner, InstanceUnlock.Release(_id, version), None);
        Assert.False(unlock.IsCompleted);
        transaction.Rollback();
        await unlock.WaitAsync(HangGuard.Limit);
        Assert.Equal(new byte[] { 1 }, file.ReadValue("SELECT state FROM workflow_instance"));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task GetTransactionConnectionAsync_RowAndSaves_CommitTogether(bool commits, bool hasOther)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        file.Run("CREATE TABLE app (id TEXT)");
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid later = Guid.NewGuid();
        Task<InstanceOwner>? waiting = null;
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            if (hasOther)
            {
                Transaction.Current!.EnlistVolatile(new Participant(agrees: true), EnlistmentOptions.None);
            }

            await store.SaveAsync(owner, Save(_id), None);
            DbConnection connection = await store.GetTransactionConnectionAsync(None);
            Assert.Same(connection, await store.GetTransactionConnectionAsync(None));
            await using DbCommand command = connection.CreateCommand();
            command.CommandText = $"INSERT INTO app SELECT instance_id FROM workflow_instances WHERE instance_id = '{_id}'";
            Assert.Equal(1, await command.ExecuteNonQueryAsync());
            await store.SaveAsync(owner, Save(later), None);
            await store.SaveAsync(owner, Save(_id, InstanceSave.FirstLockVersion, 7), None);
            await Assert.ThrowsAsync<InstanceLockLostException>(() => store.SaveAsync(owner, Save(later, 99), None));
            using (TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled))
            {
                using (ExecutionContext.SuppressFlow())
                {
                    // Represents other code of the process. A call from this transaction would be refused.
                    waiting = Task.Run(() => store.CreateOwnerAsync(Any, None));
                }

                Assert.False(await IsListedAsync(store, _id));
                outside.Complete();
            }

            Assert.False(waiting.IsCompleted);
            if (commits)
            {
                scope.Complete();
            }
        }

        await waiting.WaitAsync(HangGuard.Limit);
        Assert.Equal(commits, await IsListedAsync(store, _id));
        Assert.Equal(commits ? 1L : 0L, file.ReadValue("SELECT count(*) FROM app"));
        Assert.Equal(commits ? 2L : 0L, file.ReadValue("SELECT count(*) FROM workflow_instances"));
        await store.SaveAsync(owner, Save(Guid.NewGuid()), None);
    }

    [Fact]
    public async Task Commit_ConnectionDisposed_RollsBack()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        await store.SaveAsync(owner, Save(_id), None);
        await (await store.GetTransactionConnectionAsync(None)).DisposeAsync();
        scope.Complete();
        Assert.Throws<TransactionAbortedException>(scope.Dispose);
        Assert.False(await IsListedAsync(store, _id));
        await store.SaveAsync(owner, Save(_id), None);
    }

    [Fact]
    public async Task GetTransactionConnectionAsync_LockLost_Throws()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(), other = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        long version = await store.SaveAsync(owner, Save(_id), None);
        TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        await store.SaveAsync(owner, Save(_id, version, 9), None);
        using (TransactionScope outside = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled))
        {
            await other.DeleteOwnerAsync(owner, None);
            outside.Complete();
        }

        await Assert.ThrowsAsync<InstanceLockLostException>(() => store.GetTransactionConnectionAsync(None));
        scope.Complete();
        Assert.IsType<InstanceLockLostException>(Assert.Throws<TransactionAbortedException>(scope.Dispose).InnerException);
        Assert.Equal(new byte[] { 1 }, file.ReadValue("SELECT state FROM workflow_instance"));
    }

    [Fact]
    public async Task GetTransactionConnectionAsync_NoTransaction_Throws()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(() => store.GetTransactionConnectionAsync(None));
    }

    [Fact]
    public async Task SaveAsync_BuffersChangedBeforeCommit_WritesOldValues()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        byte[] state = [1];
        List<SavedBookmark> bookmarks = [new() { Name = "a", OwnerDisplayName = "A" }];
        List<Guid> keys = [Guid.NewGuid()];
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, State = state, Bookmarks = bookmarks, KeysAdded = keys, Unlock = true },
                None);
            state[0] = 9;
            bookmarks.Clear();
            keys.Clear();
            scope.Complete();
        }

        StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ById(_id), None);
        Assert.Equal((1, 1), (loaded.State.Span[0], loaded.Keys.Count));
        Assert.Equal(1L, file.ReadValue("SELECT count(*) FROM workflow_active_bookmarks"));
    }

    /// <summary>A pooled connection keeps a transaction that was begun on it and not ended.</summary>
    [Fact]
    public async Task Rollback_PooledConnection_LeavesNoTransaction()
    {
        await using SqliteFile file = new();
        await file.StoreAsync();
        string pooled = file.ConnectionString.Replace("Pooling=False", "Pooling=True", StringComparison.OrdinalIgnoreCase);
        Assert.Contains("Pooling=True", pooled, StringComparison.Ordinal);
        await using SqlInstanceStore store = new(
            SqliteFactory.Instance.CreateDataSource(pooled),
            new SqlInstanceStoreOptions { CommandTimeout = TimeSpan.FromSeconds(5), MaxRetryAttempts = 0 });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        long version = await store.SaveAsync(owner, Save(_id), None);
        using CommittableTransaction transaction = new();
        using (TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled))
        {
            await store.SaveAsync(owner, Save(_id, version, 9), None);
            await store.GetTransactionConnectionAsync(None);
            scope.Complete();
        }

        transaction.Rollback();
        await store.DeleteOwnerAsync(owner, None);
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await Assert.ThrowsAsync<InstanceOwnerException>(() => store.SaveAsync(owner, Save(_id, version, 9), None));
        }

        Assert.Equal(1, file.Run("UPDATE workflow_instance SET due = 1"));
        SqliteConnection.ClearAllPools();
    }

    /// <summary>A call whose transaction ends while the call waits must neither lock the file nor report success.</summary>
    [Fact]
    public async Task SaveAsync_TransactionEndedWhileWaiting_Throws()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        long version = await store.SaveAsync(owner, Save(_id), None);
        using CommittableTransaction first = new(), second = new();
        using (TransactionScope scope = new(first, TransactionScopeAsyncFlowOption.Enabled))
        {
            await store.SaveAsync(owner, Save(_id, version, 2), None);
            scope.Complete();
        }

        Task late;
        using (TransactionScope scope = new(second, TransactionScopeAsyncFlowOption.Enabled))
        {
            late = store.SaveAsync(owner, Save(_id, version, 3), None);
            scope.Complete();
        }

        Assert.False(late.IsCompleted);
        second.Rollback();
        first.Commit();
        await Assert.ThrowsAsync<TransactionException>(() => late.WaitAsync(HangGuard.Limit));
        Assert.Equal(new byte[] { 2 }, file.ReadValue("SELECT state FROM workflow_instance"));
        await store.SaveAsync(owner, Save(_id, version, 4), None);
    }

    /// <summary>Regression 25: a failed transaction does not affect the next transaction.</summary>
    [Fact]
    public async Task FailedTransaction_DoesNotAffectNext()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        long version = await store.SaveAsync(owner, Save(_id), None);
        for (byte round = 2; round < 12; round++)
        {
            using TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
            await store.SaveAsync(owner, Save(_id, version, round), None);
            if (round % 2 == 0)
            {
                scope.Complete();
            }
        }

        Assert.Equal(new byte[] { 10 }, file.ReadValue("SELECT state FROM workflow_instance"));
    }

    private static InstanceSave Save(Guid id, long version = 0, byte state = 1) =>
        new() { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = new[] { state } };

    private static async Task<bool> IsListedAsync(SqlInstanceStore store, Guid id)
    {
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, None))
        {
            return summary.InstanceId == id;
        }

        return false;
    }

    private sealed class Participant(bool agrees) : IEnlistmentNotification
    {
        public void Prepare(PreparingEnlistment preparingEnlistment)
        {
            if (agrees)
            {
                preparingEnlistment.Prepared();
            }
            else
            {
                preparingEnlistment.ForceRollback();
            }
        }

        public void Commit(Enlistment enlistment) => enlistment.Done();

        public void Rollback(Enlistment enlistment) => enlistment.Done();

        public void InDoubt(Enlistment enlistment) => enlistment.Done();
    }
}
