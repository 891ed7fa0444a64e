// Over 400 lines because the tests run for each server in one derived class.
using System.Data.Common;
using System.Transactions;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of a store on a database server, beyond the contract of all stores.</summary>
public abstract class ServerEngineTests : IAsyncLifetime
{
    private protected ServerEngineTests(ServerStore tested, ServerTestDatabase database)
    {
        Tested = tested;
        Database = database;
    }

    protected static CancellationToken None => CancellationToken.None;

    protected ServerTestDatabase Database { get; }

    private protected ServerStore Tested { get; }

    /// <summary>The options of the stores in the test of concurrent writers.</summary>
    protected virtual SqlInstanceStoreOptions WriterOptions => new();

    /// <summary>The SQL expression for the content of a row of the table of instances, whose alias is <c>i</c>.</summary>
    protected abstract string RowText { get; }

    /// <summary>The name of the column that contains the text of a definition identity.</summary>
    protected abstract string IdentityColumn { get; }

    public Task InitializeAsync() => Tested.InitializeAsync();

    public Task DisposeAsync() => Tested.DisposeAsync();

    [Fact]
    public async Task TryLoadRunnableAsync_MaxSuspicion_LoadsAfterMinimumUptime()
    {
        SqlInstanceStore first = Tested.Create(new SqlInstanceStoreOptions());
        Guid id = Guid.NewGuid();
        await first.SaveAsync(
            await OwnerAsync(first),
            new InstanceSave { InstanceId = id, Status = InstanceStatus.Executing, State = new byte[1], Unlock = true },
            None);
        for (int starts = 0; starts < 6; starts++)
        {
            SqlInstanceStore doomed = Tested.Create(new SqlInstanceStoreOptions());
            StoredInstance? found = await doomed.TryLoadRunnableAsync(await OwnerAsync(doomed), default, None);
            Assert.Equal(starts < SuspectWindow.MaxSuspicion ? id : null, found?.InstanceId);
            await Tested.PassAsync(Tested.LeaseTime);
        }

        SqlInstanceStore last = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(last);
        Assert.Null(await last.TryLoadRunnableAsync(owner, default, None));
        await Tested.PassAsync(TimeSpan.FromSeconds(10));
        Assert.Equal(id, (await last.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Fact]
    public async Task Lease_WithMargin_LastsForPeriodAndMargin()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions { LeaseMargin = TimeSpan.FromSeconds(40) });
        InstanceOwner owner = await OwnerAsync(store);
        await Tested.PassAsync(ServerStore.Period + TimeSpan.FromSeconds(39));
        await store.RenewOwnerAsync(owner, None);
        await Tested.PassAsync(ServerStore.Period + TimeSpan.FromSeconds(40));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => store.RenewOwnerAsync(owner, None));
    }

    [Fact]
    public async Task SaveAsync_QueuedSavesOfOneInstance_AreWrittenInOrder()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "0"), None);
        Task[] saves = [.. Enumerable.Range(1, 50).Select(number => store.SaveAsync(owner, Waiting(id, $"{number}", 1), None))];
        await Task.WhenAll(saves);
        Assert.Equal("50", await Tested.ReadValueAsync("SELECT bookmark_name FROM workflow.active_bookmarks"));
    }

    [Fact]
    public async Task SchemaName_ReservedWord_IsUsed()
    {
        await using SqlInstanceStore store = new(Database.DataSource, new SqlInstanceStoreOptions { SchemaName = "order" });
        await store.EnsureSchemaAsync(None);
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, await store.SaveAsync(owner, Waiting(id, "b"), None)), None);
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
        Assert.Equal(id, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).InstanceId);
        InstanceSummary found = Assert.Single(await store.QueryAsync(new InstanceQuery { BookmarkName = "b" }, None).ToListAsync(None));
        Assert.Equal(id, found.InstanceId);
    }

    [Fact]
    public async Task SaveAsync_UnchangedBookmark_KeepsTimeOfFirstSave()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, ["a", "b", "c"]), None);
        await Tested.PassAsync(TimeSpan.FromSeconds(10));
        await store.SaveAsync(owner, Waiting(id, ["new", "c"], 1), None);
        List<object?[]> rows = await Tested.ReadAsync("SELECT bookmark_name, since FROM workflow.active_bookmarks ORDER BY bookmark_name");
        Assert.Equal([("c", 0), ("new", 10)], rows.Select(row => ((string)row[0]!, ((DateTime)row[1]!).Second)));
        Assert.Equal("[new: o]\n[c: o]", await Tested.ReadValueAsync("SELECT active_bookmarks FROM workflow.instances"));
    }

    /// <summary>Regression 30: a purge of more instances than fit in one batch.</summary>
    [Fact]
    public async Task PurgeAsync_OldInstances_DeletesAllTheirRows()
    {
        const int Count = 1100;
        SqlInstanceStore store = Tested.Create(
            new SqlInstanceStoreOptions
            {
                CompletionAction = InstanceCompletionAction.DeleteNothing,
                Promotions = { ["P"] = new() { Numbers = { "n" } } },
            });
        InstanceOwner owner = await OwnerAsync(store);
        await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => store.SaveAsync(owner, Completed(), None)));
        await Tested.PassAsync(TimeSpan.FromHours(1));
        owner = await OwnerAsync(store);
        await store.SaveAsync(owner, Completed(), None);
        await store.SaveAsync(owner, Waiting(Guid.NewGuid(), "a"), None);
        Assert.Equal(0, await store.PurgeAsync(TimeSpan.FromHours(2), None));
        Assert.Equal(Count, await store.PurgeAsync(TimeSpan.FromMinutes(30), None));
        Assert.Equal((2L, 1L, 1L), (await CountAsync("instance"), await CountAsync("promoted"), await CountAsync("bookmark")));
        Assert.Equal(1, await store.PurgeAsync(TimeSpan.Zero, None));
        Assert.Equal((1L, 0L, 1L), (await CountAsync("instance"), await CountAsync("promoted"), await CountAsync("bookmark")));

        static InstanceSave Completed() =>
            new()
            {
                InstanceId = Guid.NewGuid(),
                Status = InstanceStatus.Closed,
                Complete = true,
                WriteOnlyValues = new Dictionary<XName, object?> { ["n"] = 1 }
            };

        async Task<long> CountAsync(string table) => (long)(await Tested.ReadValueAsync($"SELECT CAST(count(*) AS bigint) FROM workflow.{table}"))!;
    }

    /// <summary>
    /// Names of bookmarks, and display names of their owners, are different if they differ in case, in an accent, or in spaces at their ends.
    /// </summary>
    [Fact]
    public async Task SaveAsync_SimilarBookmarkNames_AreDistinct()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Named(0, ("a", "o"), ("b", "o"), ("c", "o"), ("d", "o"), ("e", "o"), ("[f'\"", "]o'\"")), None);
        await Tested.PassAsync(TimeSpan.FromSeconds(10));
        await store.SaveAsync(owner, Named(1, ("a ", "o"), ("B", "o"), ("c", "O"), ("d", "o "), ("\u00e9", "o"), ("[f'\"", "]o'\"")), None);
        List<object?[]> rows = await Tested.ReadAsync("SELECT bookmark_name, since FROM workflow.active_bookmarks");
        Assert.Equal(
            [("B", 10), ("[f'\"", 0), ("a ", 10), ("c", 10), ("d", 10), ("\u00e9", 10)],
            rows.Select(row => ((string)row[0]!, ((DateTime)row[1]!).Second)).OrderBy(row => row.Item1, StringComparer.Ordinal));

        InstanceSave Named(long lockVersion, params (string Name, string Owner)[] bookmarks) => new()
        {
            InstanceId = id,
            LockVersion = lockVersion,
            Status = InstanceStatus.Idle,
            Bookmarks = [.. bookmarks.Select(bookmark => new SavedBookmark { Name = bookmark.Name, OwnerDisplayName = bookmark.Owner })],
        };
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task SaveAsync_InTransactionScope_CommitsWithApplicationRows(bool commits)
    {
        await Tested.RunAsync("CREATE TABLE workflow.orders (id varchar(36))");
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await OrderAsync(Guid.NewGuid());
            await store.SaveAsync(owner, Waiting(id, "a"), None);
            await OrderAsync(id);
            if (commits)
            {
                // With two connections, the commit would need a distributed transaction.
                scope.Complete();
            }
        }

        Assert.Equal(commits ? 2L : 0L, await Tested.ReadValueAsync("SELECT CAST(count(*) AS bigint) FROM workflow.orders"));
        Assert.Equal(commits ? 1L : 0L, await Tested.ReadValueAsync("SELECT CAST(count(*) AS bigint) FROM workflow.instances"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task GetTransactionConnectionAsync_RowAndSave_CommitTogether(bool commits)
    {
        await Tested.RunAsync("CREATE TABLE workflow.orders (id varchar(36))");
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            DbConnection connection = await store.GetTransactionConnectionAsync(None);
            await using DbCommand command = Command(connection, $"INSERT INTO {Tested.Schema}.orders VALUES ('{Guid.NewGuid()}')");
            await command.ExecuteNonQueryAsync();
            await store.SaveAsync(owner, Waiting(id, "b", 1, unlock: true), None);
            Assert.Same(connection, await store.GetTransactionConnectionAsync(None));
            await command.ExecuteNonQueryAsync();
            if (commits)
            {
                scope.Complete();
            }
        }

        Assert.Equal(commits ? 2L : 0L, await Tested.ReadValueAsync("SELECT CAST(count(*) AS bigint) FROM workflow.orders"));
        Assert.Equal(commits ? "b" : "a", await Tested.ReadValueAsync("SELECT bookmark_name FROM workflow.active_bookmarks"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => store.GetTransactionConnectionAsync(None));
    }

    [Fact]
    public async Task Commit_LockLost_RollsBackApplicationRows()
    {
        await Tested.RunAsync("CREATE TABLE workflow.orders (id varchar(36))");
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        await OrderAsync(id);
        await store.SaveAsync(owner, Waiting(id, "b", 1), None);
        await Tested.RunAsync("UPDATE workflow.instance SET lock_version = 2");
        scope.Complete();
        TransactionAbortedException aborted = Assert.Throws<TransactionAbortedException>(scope.Dispose);
        Assert.IsType<InstanceLockLostException>(aborted.InnerException);
        Assert.Equal(0L, await Tested.ReadValueAsync("SELECT CAST(count(*) AS bigint) FROM workflow.orders"));
        Assert.Equal("a", await Tested.ReadValueAsync("SELECT bookmark_name FROM workflow.active_bookmarks"));
    }

    [Fact]
    public async Task Calls_ConnectionsCut_ReplaceConnections()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions { RetryDelay = TimeSpan.Zero, MaxRetryAttempts = 20 });
        InstanceOwner owner = await OwnerAsync(store);
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => store.RenewOwnerAsync(owner, None)));
        Assert.True(await Database.CutConnectionsAsync() > 0);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        await Database.CutConnectionsAsync();
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, 1), None);
        await Database.CutConnectionsAsync();
        Assert.Equal(id, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).InstanceId);
    }

    [Fact]
    public async Task LoadAsync_Canceled_LeavesNoLock()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a", unlock: true), None);
        await using DbConnection connection = await Database.DataSource.OpenConnectionAsync();
        await using (DbTransaction blocking = await connection.BeginTransactionAsync())
        {
            await using DbCommand command = Command(connection, $"UPDATE {Tested.Schema}.instance SET failures = failures");
            command.Transaction = blocking;
            Assert.Equal(1, await command.ExecuteNonQueryAsync());
            using CancellationTokenSource cancel = new();
            Task<StoredInstance> loading = store.LoadAsync(owner, InstanceLoad.ById(id), cancel.Token);
            await cancel.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => loading);
        }

        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (await Tested.ReadValueAsync("SELECT lock_version FROM workflow.instance WHERE lock_owner IS NULL") is not 2L)
        {
            guard.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }

        Assert.Equal(3, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).LockVersion);
    }

    [Fact]
    public async Task RenewOwnerAsync_OwnerRowMissing_ReleasesItsLocks()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        await Tested.RunAsync("UPDATE workflow.instance SET lock_owner = 4711");
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
        await Tested.PassAsync(ServerStore.Period);
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(id, (await store.TryLoadRunnableAsync(owner, default, None))?.InstanceId);
    }

    [Fact]
    public async Task LoadAsync_UnknownDefinition_ThrowsAndKeepsRow()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid damaged = Guid.NewGuid(), other = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(damaged, "a", unlock: true), None);
        await store.SaveAsync(owner, Waiting(other, "b", unlock: true), None);
        await Tested.RunAsync($"UPDATE workflow.instance SET definition_id = 77 WHERE instance_id = '{damaged}'");
        object? before = await Tested.ReadValueAsync($"SELECT {RowText} FROM workflow.instance i WHERE instance_id = '{damaged}'");
        SnapshotException failure = await Assert.ThrowsAsync<SnapshotException>(() => store.LoadAsync(owner, InstanceLoad.ById(damaged), None));
        Assert.Equal(damaged, failure.InstanceId);
        Assert.Contains("'definition_id'", failure.Message, StringComparison.Ordinal);
        Assert.Equal(before, await Tested.ReadValueAsync($"SELECT {RowText} FROM workflow.instance i WHERE instance_id = '{damaged}'"));
        Assert.Equal(other, (await store.LoadAsync(owner, InstanceLoad.ById(other), None)).InstanceId);
    }

    [Fact]
    public async Task WaitForRunnableAsync_UnreadableDefinition_FindsOthers()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid other = Guid.NewGuid();
        await store.SaveAsync(
            owner,
            new InstanceSave
            {
                InstanceId = Guid.NewGuid(),
                Status = InstanceStatus.Executing,
                DefinitionIdentity = new WorkflowIdentity("D", null, null),
                Unlock = true
            },
            None);
        await store.SaveAsync(owner, new InstanceSave { InstanceId = other, Status = InstanceStatus.Executing, Unlock = true }, None);
        await Tested.RunAsync($"UPDATE workflow.definition SET {IdentityColumn} = ';;;' WHERE {IdentityColumn} IS NOT NULL");
        SqlInstanceStore fresh = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner taker = await OwnerAsync(fresh);
        await fresh.WaitForRunnableAsync(taker, None).WaitAsync(TimeSpan.FromSeconds(60));
        Assert.Equal(other, (await fresh.TryLoadRunnableAsync(taker, default, None))?.InstanceId);
        Assert.Null(await fresh.TryLoadRunnableAsync(taker, default, None));
    }

    /// <summary>Regression 19: concurrent writers of the same keys and instances cause no deadlock.</summary>
    [Fact]
    public async Task SaveAsync_ConcurrentWritersOfSameKeys_CauseNoDeadlock()
    {
        SqlInstanceStore[] stores = [.. Enumerable.Range(0, 3).Select(_ => Tested.Create(WriterOptions))];
        Guid[] ids = [.. Enumerable.Range(0, 40).Select(_ => Guid.NewGuid())], keys = [.. Enumerable.Range(0, 20).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(stores.Select(async (store, seed) =>
        {
            InstanceOwner owner = await OwnerAsync(store);
            Random random = new(seed);
            for (int round = 0; round < 10; round++)
            {
                Guid[] mine = [.. ids];
                random.Shuffle(mine);
                await Task.WhenAll(mine.Select(id => WriteAsync(store, owner, id, random.GetItems(keys, 2))));
            }
        }));
        await AssertNoDeadlockAsync();

        static async Task WriteAsync(SqlInstanceStore store, InstanceOwner owner, Guid id, Guid[] keys)
        {
            try
            {
                await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, KeysAdded = keys }, None);
                await store.SaveAsync(owner, new InstanceSave { InstanceId = id, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true }, None);
            }
            catch (InstancePersistenceException failure) when (failure is InstanceCollisionException
                or InstanceKeyCollisionException
                or InstanceLockLostException)
            {
                // Another writer was faster.
            }
        }
    }

    [Fact]
    public async Task CreateOwnerAsync_ServerMissing_ThrowsWithoutPassword()
    {
        await using DbDataSource source = SourceWithoutServer("top-secret");
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { RetryDelay = TimeSpan.Zero });
        InstancePersistenceException failure = await Assert.ThrowsAnyAsync<InstancePersistenceException>(() => OwnerAsync(store));
        Assert.Contains("cannot be reached", failure.Message, StringComparison.Ordinal);
        Assert.Contains("'d'", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("top-secret", failure.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Creates a data source for the database 'd' of a server that does not exist.</summary>
    protected abstract DbDataSource SourceWithoutServer(string password);

    /// <summary>Checks that the server has counted no deadlock. By default, does nothing.</summary>
    protected virtual Task AssertNoDeadlockAsync() => Task.CompletedTask;

    protected static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);

    protected static InstanceSave Waiting(Guid id, string bookmark, long lockVersion = 0, bool unlock = false) => Waiting(id, [bookmark], lockVersion, unlock);

    private static InstanceSave Waiting(Guid id, string[] bookmarks, long lockVersion = 0, bool unlock = false) => new()
    {
        InstanceId = id,
        LockVersion = lockVersion,
        Status = InstanceStatus.Idle,
        State = new byte[] { 1 },
        Bookmarks = [.. bookmarks.Select(name => new SavedBookmark { Name = name, OwnerDisplayName = "o" })],
        Unlock = unlock,
    };

    private static DbCommand Command(DbConnection connection, string text)
    {
        DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        return command;
    }

    private async Task OrderAsync(Guid id)
    {
        await using DbConnection connection = await Database.DataSource.OpenConnectionAsync();
        await using DbCommand command = Command(connection, $"INSERT INTO {Tested.Schema}.orders VALUES ('{id}')");
        await command.ExecuteNonQueryAsync();
    }
}
