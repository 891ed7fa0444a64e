using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests that create the schema, and that refuse an unusable schema (regression 31).</summary>
public sealed class SqliteSchemaTests
{
    [Fact]
    public async Task EnsureSchemaAsync_Concurrent_CreatesOneSchema()
    {
        await using SqliteFile file = new();
        SqlInstanceStore[] stores = [.. Enumerable.Range(0, 8).Select(_ => file.WithoutSchema())];
        await Task.WhenAll(stores.Select(store => Task.Run(() => store.EnsureSchemaAsync(CancellationToken.None))));
        Assert.Equal([1L], Assert.Single(file.Read("SELECT version FROM workflow_schema")));
        await Task.WhenAll(stores.Select(store => store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None)));
        Assert.Equal(8L, file.ReadValue("SELECT count(*) FROM workflow_owner"));
    }

    [Fact]
    public async Task EnsureSchemaAsync_Repeated_ChangesNothing()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        await store.EnsureSchemaAsync(CancellationToken.None);
        await store.RenewOwnerAsync(owner, CancellationToken.None);
    }

    [Fact]
    public async Task CreateOwnerAsync_SchemaMissing_ThrowsUntilCreated()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = file.WithoutSchema();
        InstancePersistenceException missing = await Assert.ThrowsAsync<InstancePersistenceException>(
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None));
        Assert.Contains("'EnsureSchemaAsync'", missing.Message, StringComparison.Ordinal);
        Assert.Contains($"'{file.Name}'", missing.Message, StringComparison.Ordinal);
        await store.EnsureSchemaAsync(CancellationToken.None);
        await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
    }

    [Fact]
    public async Task EnsureSchemaAsync_VersionMissing_Throws()
    {
        await using SqliteFile file = new();
        await file.StoreAsync();
        file.Run("DELETE FROM workflow_schema");
        SqlInstanceStore store = file.WithoutSchema();
        foreach (Func<Task> call in new Func<Task>[]
        {
            () => store.EnsureSchemaAsync(CancellationToken.None),
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None)
        })
        {
            Assert.Contains("has lost its version", (await Assert.ThrowsAsync<InstancePersistenceException>(call)).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task EnsureSchemaAsync_NewerVersion_ThrowsAndChangesNothing()
    {
        await using SqliteFile file = new();
        await file.StoreAsync();
        file.Run("INSERT INTO workflow_schema (version, applied) VALUES (99, 0)");
        SqlInstanceStore store = file.WithoutSchema();
        foreach (Func<Task> call in new Func<Task>[]
        {
            () => store.EnsureSchemaAsync(CancellationToken.None),
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None)
        })
        {
            InstancePersistenceException newer = await Assert.ThrowsAsync<InstancePersistenceException>(call);
            Assert.Contains("version 99", newer.Message, StringComparison.Ordinal);
            Assert.Contains("update the package", newer.Message, StringComparison.Ordinal);
        }

        Assert.Equal(0L, file.ReadValue("SELECT count(*) FROM workflow_owner"));
    }

    [Fact]
    public async Task EnsureSchemaAsync_FailsMidway_LeavesNothing()
    {
        await using SqliteFile file = new();
        file.Run("CREATE TABLE workflow_promoted (own INTEGER)");
        SqlInstanceStore store = file.WithoutSchema();
        await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(CancellationToken.None));
        Assert.Equal(["workflow_promoted"], file.Read("SELECT name FROM sqlite_master").Select(row => row[0]));
        file.Run("DROP TABLE workflow_promoted");
        await store.EnsureSchemaAsync(CancellationToken.None);
    }

    [Fact]
    public async Task EnsureSchemaAsync_ApplicationTables_AreUnchanged()
    {
        await using SqliteFile file = new();
        file.Run("CREATE TABLE instances (id INTEGER); INSERT INTO instances VALUES (1)");
        await file.StoreAsync();
        Assert.Equal(1L, file.ReadValue("SELECT count(*) FROM instances"));
    }

    [Fact]
    public async Task Open_UsesSyncedWriteAheadLog()
    {
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = new();
        SqliteDatabase database = new(file.Source, options);
        using SqliteSession session = database.Open();
        Assert.Equal("wal", session.ReadValue("PRAGMA journal_mode"));
        Assert.Equal(2L, session.ReadValue("PRAGMA synchronous"));
        Assert.Equal(30_000L, session.ReadValue("PRAGMA busy_timeout"));
    }
}
