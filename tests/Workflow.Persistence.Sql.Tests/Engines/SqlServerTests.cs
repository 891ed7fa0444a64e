using System.Data.Common;
using System.Transactions;
using System.Xml.Linq;
using Microsoft.Data.SqlClient;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>What is different on SQL Server.</summary>
public sealed class SqlServerTests(SqlServerTestDatabase database) : IClassFixture<SqlServerTestDatabase>, IAsyncLifetime
{
    private readonly SqlServerStore _server = new(database);

    private static CancellationToken None => CancellationToken.None;

    public Task InitializeAsync() => _server.InitializeAsync();

    public Task DisposeAsync() => _server.DisposeAsync();

    [Theory]
    [InlineData("refused by the server")]
    [InlineData(null)]
    public async Task Saves_ThatComeTogether_AreAllWritten_AndABadOneFailsAlone(string? bad)
    {
        await _server.RunAsync("ALTER TABLE workflow.bookmark ADD CHECK (name <> N'refused by the server')");
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Task<long>[] saves = [.. Enumerable.Range(0, 300).Select(number => store.SaveAsync(owner, Waiting(Guid.NewGuid(), number == 150 ? bad ?? new string('x', 801) : "a"), None))];
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(() => saves[150]);
        Assert.Contains(bad is null ? "801 characters" : "refuses a row", refused.Message, StringComparison.Ordinal);
        saves[150] = Task.FromResult(1L);
        await Task.WhenAll(saves);
        Assert.Equal(299L, await _server.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.active_bookmarks"));
    }

    [Theory]
    [InlineData("quotes \" ' and \\ and lines\r\n\tand \u0001 \u001F \uE000 signs")]
    [InlineData(" spaces at its ends  ")]
    [InlineData("")]
    [InlineData("\u00E4\u4E2D\uD83D\uDE00")]
    public async Task Texts_OfAllKinds_AreWhatWasSaved(string text)
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions().Promote("P", columns => columns.Text("t")));
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "before"), None);
        InstanceSave save = new()
        {
            InstanceId = id,
            LockVersion = 1,
            Status = InstanceStatus.Idle,
            Bookmarks = [new SavedBookmark { Name = text, OwnerDisplayName = text + "o" }, new SavedBookmark { Name = text + "2", OwnerDisplayName = text }],
            WriteOnlyValues = new Dictionary<XName, object?> { ["t"] = text },
        };
        await store.SaveAsync(owner, save, None);
        await store.UnlockFailedAsync(owner, id, 1, text, None);
        List<InstanceSummary> found = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = text }, None))
        {
            found.Add(summary);
        }

        InstanceSummary only = Assert.Single(found);
        Assert.Equal([(text, text + "o"), (text + "2", text)], only.Bookmarks.Select(bookmark => (bookmark.Name, bookmark.OwnerDisplayName)));
        Assert.Equal(text, only.LastFailure);
        Assert.Equal(text, only.Values["t"]);
        Assert.Equal(text, await _server.ReadValueAsync("SELECT text_value FROM workflow.promoted_properties"));
    }

    [Fact]
    public async Task Query_ByABookmark_TakesAccountOfCaseAndSpaces()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        await store.SaveAsync(owner, Waiting(Guid.NewGuid(), "a "), None);
        await store.SaveAsync(owner, Waiting(Guid.NewGuid(), "A"), None);
        List<Guid> found = [];
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery { BookmarkName = "a" }, None))
        {
            found.Add(summary.InstanceId);
        }

        Assert.Equal([id], found);
    }

    [Fact]
    public async Task Saves_OfOneInstanceThatWaitTogether_AreWrittenInTheirOrder()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "0"), None);
        Task[] saves = [.. Enumerable.Range(1, 50).Select(number => store.SaveAsync(owner, Waiting(id, $"{number}", 1), None))];
        await Task.WhenAll(saves);
        Assert.Equal("50", await _server.ReadValueAsync("SELECT bookmark_name FROM workflow.active_bookmarks"));
    }

    [Fact]
    public async Task Bookmarks_ThatStay_KeepTheTimeOfTheirFirstSave()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, ["a", "b", "c"]), None);
        await _server.PassAsync(TimeSpan.FromSeconds(10));
        await store.SaveAsync(owner, Waiting(id, ["new", "c"], 1), None);
        List<object?[]> rows = await _server.ReadAsync("SELECT bookmark_name, CAST(DATEPART(second, since) AS int) FROM workflow.active_bookmarks ORDER BY bookmark_name");
        Assert.Equal([["c", 0], ["new", 10]], rows);
        Assert.Equal("[new: o]\n[c: o]", await _server.ReadValueAsync("SELECT active_bookmarks FROM workflow.instances"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Save_AndRowsOfTheApplication_CommitTogetherOnOneConnection(bool commits)
    {
        await _server.RunAsync("CREATE TABLE workflow.orders (id uniqueidentifier)");
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await OrderAsync(Guid.NewGuid());
            await store.SaveAsync(owner, Waiting(id, "a"), None);
            await OrderAsync(id);
            if (commits)
            {
                // With two connections, this would need a transaction that is distributed.
                scope.Complete();
            }
        }

        Assert.Equal(commits ? 2L : 0L, await _server.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.orders"));
        Assert.Equal(commits ? 1L : 0L, await _server.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.instances"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Connection_OfTheTransaction_CommitsWithTheSave(bool commits)
    {
        await _server.RunAsync("CREATE TABLE workflow.orders (id uniqueidentifier)");
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            SqlConnection connection = (SqlConnection)await store.GetTransactionConnectionAsync(None);
            await using SqlCommand command = new($"INSERT INTO {_server.Schema}.orders VALUES (NEWID())", connection);
            await command.ExecuteNonQueryAsync();
            await store.SaveAsync(owner, Waiting(id, "b", 1, unlock: true), None);
            Assert.Same(connection, await store.GetTransactionConnectionAsync(None));
            await command.ExecuteNonQueryAsync();
            if (commits)
            {
                scope.Complete();
            }
        }

        Assert.Equal(commits ? 2L : 0L, await _server.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.orders"));
        Assert.Equal(commits ? "b" : "a", await _server.ReadValueAsync("SELECT bookmark_name FROM workflow.active_bookmarks"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => store.GetTransactionConnectionAsync(None));
    }

    [Fact]
    public async Task Lock_ThatIsLostBeforeTheCommit_RollsTheRowsOfTheApplicationBack()
    {
        await _server.RunAsync("CREATE TABLE workflow.orders (id uniqueidentifier)");
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        await OrderAsync(id);
        await store.SaveAsync(owner, Waiting(id, "b", 1), None);
        await _server.RunAsync("UPDATE workflow.instance SET lock_version = 2");
        scope.Complete();
        TransactionAbortedException aborted = Assert.Throws<TransactionAbortedException>(scope.Dispose);
        Assert.IsType<InstanceLockLostException>(aborted.InnerException);
        Assert.Equal(0L, await _server.ReadValueAsync("SELECT COUNT_BIG(*) FROM workflow.orders"));
        Assert.Equal("a", await _server.ReadValueAsync("SELECT bookmark_name FROM workflow.active_bookmarks"));
    }

    [Fact]
    public async Task Connections_ThatWereCut_AreReplaced()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions { RetryDelay = TimeSpan.Zero, MaxRetries = 20 });
        InstanceOwner owner = await OwnerAsync(store);
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => store.RenewOwnerAsync(owner, None)));
        Assert.True(await database.CutConnectionsAsync() > 0);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        await database.CutConnectionsAsync();
        await store.UnlockAsync(owner, id, 1, None);
        await database.CutConnectionsAsync();
        Assert.Equal(id, (await store.LoadAsync(owner, id, None)).InstanceId);
    }

    [Fact]
    public async Task Load_ThatIsCanceled_LeavesNoLock()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a", unlock: true), None);
        await using SqlConnection connection = (SqlConnection)await database.DataSource.OpenConnectionAsync();
        await using (SqlTransaction blocking = (SqlTransaction)await connection.BeginTransactionAsync())
        {
            await using SqlCommand command = new($"UPDATE {_server.Schema}.instance SET changes = 0", connection, blocking);
            await command.ExecuteNonQueryAsync();
            using CancellationTokenSource cancel = new();
            Task<StoredInstance> loading = store.LoadAsync(owner, id, cancel.Token);
            await cancel.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => loading);
        }

        for (int i = 0; i < 1000 && await _server.ReadValueAsync("SELECT lock_version FROM workflow.instance WHERE lock_owner IS NULL") is not 2L; i++)
        {
            await Task.Yield();
        }

        Assert.Equal(3, (await store.LoadAsync(owner, id, None)).LockVersion);
    }

    [Fact]
    public async Task Lock_OfAnOwnerWhoseRowIsGone_EndsAtTheNextRenewal()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(id, "a"), None);
        await _server.RunAsync("UPDATE workflow.instance SET lock_owner = 4711");
        Assert.Null(await store.TryLoadRunnableAsync(owner, None));
        await _server.PassAsync(SqlServerStore.Period);
        await store.RenewOwnerAsync(owner, None);
        Assert.Equal(id, (await store.TryLoadRunnableAsync(owner, None))?.InstanceId);
    }

    [Fact]
    public async Task Row_WithAnUnknownDefinition_IsNamedAndStaysAsItIs()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid damaged = Guid.NewGuid(), other = Guid.NewGuid();
        await store.SaveAsync(owner, Waiting(damaged, "a", unlock: true), None);
        await store.SaveAsync(owner, Waiting(other, "b", unlock: true), None);
        await _server.RunAsync($"UPDATE workflow.instance SET definition_id = 77 WHERE instance_id = '{damaged}'");
        object? before = await _server.ReadValueAsync($"SELECT CONCAT(definition_id, '/', lock_version, '/', lock_owner, '/', turn, '/', failures) FROM workflow.instance WHERE instance_id = '{damaged}'");
        SnapshotException failure = await Assert.ThrowsAsync<SnapshotException>(() => store.LoadAsync(owner, damaged, None));
        Assert.Equal(damaged, failure.InstanceId);
        Assert.Contains("'definition_id'", failure.Message, StringComparison.Ordinal);
        Assert.Equal(before, await _server.ReadValueAsync($"SELECT CONCAT(definition_id, '/', lock_version, '/', lock_owner, '/', turn, '/', failures) FROM workflow.instance WHERE instance_id = '{damaged}'"));
        Assert.Equal(other, (await store.LoadAsync(owner, other, None)).InstanceId);
    }

    [Fact]
    public async Task Definition_ThatNobodyCanRead_KeepsNoHostFromTheOthers()
    {
        SqlInstanceStore store = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid other = Guid.NewGuid();
        await store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Executing, DefinitionIdentity = new WorkflowIdentity("D", null, null), Unlock = true }, None);
        await store.SaveAsync(owner, new InstanceSave { InstanceId = other, Status = InstanceStatus.Executing, Unlock = true }, None);
        await _server.RunAsync("UPDATE workflow.definition SET identity_text = ';;;' WHERE identity_text IS NOT NULL");
        SqlInstanceStore fresh = _server.Create(new SqlInstanceStoreOptions());
        InstanceOwner taker = await OwnerAsync(fresh);
        await fresh.WaitForRunnableAsync(taker, None).WaitAsync(TimeSpan.FromSeconds(60));
        Assert.Equal(other, (await fresh.TryLoadRunnableAsync(taker, None))?.InstanceId);
        Assert.Null(await fresh.TryLoadRunnableAsync(taker, None));
    }

    [Fact]
    public async Task Writers_OfTheSameKeysAndInstances_CauseNoDeadlock()
    {
        SqlInstanceStore[] stores = [.. Enumerable.Range(0, 3).Select(_ => _server.Create(new SqlInstanceStoreOptions { MaxRetries = 0 }))];
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

        static async Task WriteAsync(SqlInstanceStore store, InstanceOwner owner, Guid id, Guid[] keys)
        {
            try
            {
                await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, KeysAdded = keys }, None);
                await store.SaveAsync(owner, new InstanceSave { InstanceId = id, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true }, None);
            }
            catch (InstancePersistenceException failure) when (failure is InstanceCollisionException or InstanceKeyCollisionException or InstanceLockLostException)
            {
                // Another writer was faster.
            }
        }
    }

    [Fact]
    public async Task Server_ThatIsNotThere_IsNamedWithoutThePassword()
    {
        await using DbDataSource source = SqlClientFactory.Instance.CreateDataSource("Server=127.0.0.1,1;User Id=u;Password=top-secret;Database=d;Encrypt=False");
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { RetryDelay = TimeSpan.Zero });
        InstancePersistenceException failure = await Assert.ThrowsAnyAsync<InstancePersistenceException>(() => OwnerAsync(store));
        Assert.Contains("cannot be reached", failure.Message, StringComparison.Ordinal);
        Assert.Contains("'d'", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("top-secret", failure.ToString(), StringComparison.Ordinal);
    }

    private static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) => store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);

    private static InstanceSave Waiting(Guid id, string bookmark, long lockVersion = 0, bool unlock = false) => Waiting(id, [bookmark], lockVersion, unlock);

    private static InstanceSave Waiting(Guid id, string[] bookmarks, long lockVersion = 0, bool unlock = false) => new()
    {
        InstanceId = id,
        LockVersion = lockVersion,
        Status = InstanceStatus.Idle,
        State = new byte[] { 1 },
        Bookmarks = [.. bookmarks.Select(name => new SavedBookmark { Name = name, OwnerDisplayName = "o" })],
        Unlock = unlock,
    };

    private async Task OrderAsync(Guid id)
    {
        await using SqlConnection connection = (SqlConnection)await database.DataSource.OpenConnectionAsync();
        await using SqlCommand command = new($"INSERT INTO {_server.Schema}.orders VALUES (@id)", connection);
        command.Parameters.AddWithValue("@id", id);
        await command.ExecuteNonQueryAsync();
    }
}
