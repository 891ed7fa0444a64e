using System.Data.Common;
using System.Xml.Linq;
using Microsoft.Data.Sqlite;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Tests of a file that is locked, full, read-only or no database, and of a row that SQLite refuses.</summary>
public sealed class SqliteFailureTests
{
    private static readonly InstanceOwnerOptions Any = new() { Filter = WorkflowIdentityFilter.Any };

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task SaveAsync_FileLocked_ThrowsAfterTimeout()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(
            new SqlInstanceStoreOptions { CommandTimeout = TimeSpan.FromSeconds(1), MaxRetryAttempts = 1, RetryDelay = TimeSpan.Zero });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        using (file.Lock())
        {
            InstancePersistenceException locked = await Assert.ThrowsAsync<InstancePersistenceException>(
                () => store.SaveAsync(owner, Save(Guid.NewGuid()), None));
            Assert.Contains($"'{file.Name}' is locked by another process", locked.Message, StringComparison.Ordinal);
            Assert.IsType<SqliteException>(locked.InnerException);

            // Readers do not wait for writers.
            await foreach (InstanceSummary _ in store.QueryAsync(new InstanceQuery(), None))
            {
                Assert.Fail("Nothing is saved.");
            }
        }

        await store.SaveAsync(owner, Save(Guid.NewGuid()), None);
    }

    [Fact]
    public async Task SaveAsync_CanceledWhileWaiting_HasNoEffect()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        using CancellationTokenSource cancel = new();
        Task first, second;
        using (file.Lock())
        {
            first = store.RenewOwnerAsync(owner, None);
            await BusyAsync(store);
            second = store.SaveAsync(owner, Save(id), cancel.Token);
            await cancel.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second.WaitAsync(HangGuard.Limit));
            Assert.False(first.IsCompleted);
        }

        await first.WaitAsync(HangGuard.Limit);
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));
    }

    /// <summary>A row that SQLite refuses fails alone, even if a batch contains other rows (regression 2).</summary>
    [Fact]
    public async Task SaveAsync_RefusedRow_FailsAlone()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        file.Run("CREATE TRIGGER poison BEFORE INSERT ON workflow_instance WHEN new.saved_values LIKE '%poison%' BEGIN SELECT raise(ABORT, 'poison'); END");
        Task<Exception?>[] saves;
        using (file.Lock())
        {
            saves =
            [
                .. Enumerable.Range(0, 20).Select(
                    number => Record.ExceptionAsync(() => store.SaveAsync(owner, Save(Guid.NewGuid(), number == 7 ? "poison" : "food"), None)))
            ];
            await BusyAsync(store);
        }

        Exception?[] failures = await Task.WhenAll(saves).WaitAsync(HangGuard.Limit);
        Assert.Contains(
            "poison",
            Assert.IsType<InstancePersistenceException>(Assert.Single(failures, failure => failure is not null)).Message,
            StringComparison.Ordinal);
        Assert.NotNull(failures[7]);
        Assert.Equal(19L, file.ReadValue("SELECT count(*) FROM workflow_instances"));
    }

    /// <summary>A save that does not fit on the disk does not change the previous save. The store works again when the disk has space.</summary>
    [Fact]
    public async Task SaveAsync_DiskFull_ThrowsAndKeepsStoreUsable()
    {
        await using SqliteFile file = new();
        await file.StoreAsync();
        LimitedSource source = new(file.ConnectionString) { Pages = 60 };
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        long version = await store.SaveAsync(owner, Save(id), None);
        InstanceSave large = new() { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = new byte[1_000_000] };
        for (int i = 0; i < 3; i++)
        {
            InstancePersistenceException full = await Assert.ThrowsAsync<InstancePersistenceException>(() => store.SaveAsync(owner, large, None));
            Assert.Contains("the disk is full", full.Message, StringComparison.Ordinal);
        }

        source.Pages = 100_000;
        await store.SaveAsync(owner, large, None);
        await store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        Assert.Equal(1_000_000, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).State.Length);
        Assert.Equal("ok", file.ReadValue("PRAGMA integrity_check"));
    }

    [Fact]
    public async Task CreateOwnerAsync_ReadOnlyFile_Throws()
    {
        await using SqliteFile file = new();
        await file.StoreAsync();
        await using SqlInstanceStore store = new(
            SqliteFactory.Instance.CreateDataSource(file.ConnectionString + ";Mode=ReadOnly"),
            new SqlInstanceStoreOptions());
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(() => store.CreateOwnerAsync(Any, None));
        Assert.Contains("read-only", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task EnsureSchemaAsync_FileIsNoDatabase_Throws()
    {
        await using SqliteFile file = new();
        await File.WriteAllTextAsync(file.Name, new string('x', 5000));
        SqlInstanceStore store = file.WithoutSchema();
        Assert.Contains(
            "is not an SQLite database",
            (await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(None))).Message,
            StringComparison.Ordinal);
        Assert.Contains(
            "is not an SQLite database",
            (await Assert.ThrowsAsync<InstancePersistenceException>(() => store.CreateOwnerAsync(Any, None))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task EnsureSchemaAsync_FolderMissing_Throws()
    {
        await using SqlInstanceStore store = SqlInstanceStore.OpenSqlite(Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString(), "a.db"));
        Assert.Contains(
            "cannot be opened",
            (await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(None))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task EnsureSchemaAsync_InMemoryDatabase_Throws()
    {
        await using SqlInstanceStore store = SqlInstanceStore.OpenSqlite(":memory:");
        Assert.Contains(
            "write-ahead log",
            (await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(None))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task EnsureSchemaAsync_WithPassword_ThrowsWithoutPassword()
    {
        await using SqliteFile file = new();
        await using SqlInstanceStore store = new(
            SqliteFactory.Instance.CreateDataSource(file.ConnectionString + ";Password=secret-word"),
            new SqlInstanceStoreOptions());
        Exception refused = await Assert.ThrowsAnyAsync<Exception>(() => store.EnsureSchemaAsync(None));
        Assert.DoesNotContain("secret-word", refused.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_TransientFailure_RetriesUpToLimit()
    {
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new()
        {
            MaxRetryAttempts = 3,
            RetryDelay = TimeSpan.Zero,
            Reporter = new StoreReporter(file.Source, "workflow", null, TimeProvider.System)
        };
        int calls = 0;
        Assert.Equal(4, await TransientRetry.RunAsync(options, _ => true, () => ++calls < 4 ? throw new TimeoutException() : Task.FromResult(calls), None));
        await Assert.ThrowsAsync<TimeoutException>(
            () => TransientRetry.RunAsync<int>(options, _ => true, () => throw new TimeoutException($"{++calls}"), None));
        Assert.Equal(8, calls);
        await Assert.ThrowsAsync<TimeoutException>(
            () => TransientRetry.RunAsync<int>(options, _ => false, () => throw new TimeoutException($"{++calls}"), None));
        Assert.Equal(9, calls);
    }

    [Theory]
    [InlineData(LockedInstanceBehavior.BasicRetry)]
    [InlineData(LockedInstanceBehavior.AggressiveRetry)]
    public async Task LoadAsync_LockedInstance_RetriesUntilUnlocked(LockedInstanceBehavior behavior)
    {
        VirtualTimeProvider clock = new();
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions { LockedInstanceBehavior = behavior, TimeProvider = clock });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None), other = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        long version = await store.SaveAsync(owner, Save(id), None);
        Task<StoredInstance> load = store.LoadAsync(other, InstanceLoad.ById(id), None);
        while (clock.PendingTimers == 0)
        {
            await BusyAsync(store);
            Assert.False(load.IsCompleted);
        }

        await store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        clock.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(id, (await load.WaitAsync(HangGuard.Limit)).InstanceId);
        using CancellationTokenSource cancel = new();
        Task<StoredInstance> hopeless = store.LoadAsync(owner, InstanceLoad.ById(id), cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => hopeless.WaitAsync(HangGuard.Limit));
    }

    private static InstanceSave Save(Guid id, string value = "a") =>
        new()
        {
            InstanceId = id,
            Status = InstanceStatus.Idle,
            State = new byte[] { 1 },
            WriteOnlyValues = new Dictionary<XName, object?> { ["value"] = value }
        };

    /// <summary>Gives the threads of the store time to work, with queries, which take some time and need no write lock.</summary>
    private static async Task BusyAsync(SqlInstanceStore store)
    {
        for (int i = 0; i < 20; i++)
        {
            await foreach (InstanceSummary _ in store.QueryAsync(new InstanceQuery { MaxCount = 1 }, None))
            {
                await Task.Yield();
            }
        }
    }

    /// <summary>A data source whose connections limit the size of the file. SQLite reports the limit as a full disk.</summary>
    private sealed class LimitedSource(string connectionString) : DbDataSource
    {
        public int Pages { get; set; }

        public override string ConnectionString => connectionString;

        protected override DbConnection CreateDbConnection()
        {
            SqliteConnection connection = new(connectionString);
            connection.StateChange += (_, change) =>
            {
                if (change.CurrentState == System.Data.ConnectionState.Open)
                {
                    using SqliteCommand limit = connection.CreateCommand();
                    limit.CommandText = $"PRAGMA max_page_count = {Pages}";
                    limit.ExecuteNonQuery();
                }
            };
            return connection;
        }
    }
}
