using System.Data.Common;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests that create the schema, and that refuse an unusable schema (regression 31).</summary>
public sealed class PostgreSqlSchemaTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>
{
    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task EnsureSchemaAsync_Concurrent_CreatesOneSchema()
    {
        SqlInstanceStore[] stores = [.. Enumerable.Range(0, 8).Select(_ => StoreOn("many"))];
        await Task.WhenAll(stores.Select(store => store.EnsureSchemaAsync(None)));
        await Task.WhenAll(stores.Select(store => store.CreateOwnerAsync(new InstanceOwnerOptions(), None)));
        Assert.Equal(1L, await ReadValueAsync("SELECT count(*) FROM many.schema_version"));
        Assert.Equal(8L, await ReadValueAsync("SELECT count(*) FROM many.owner"));
        Assert.Equal(
            "active_bookmarks,definitions,instances,messages,promoted_properties",
            await ReadValueAsync("SELECT string_agg(table_name::text, ',' ORDER BY table_name) FROM information_schema.views WHERE table_schema = 'many'"));
    }

    [Fact]
    public async Task CreateOwnerAsync_SchemaMissing_ThrowsUntilCreated()
    {
        await using SqlInstanceStore store = StoreOn("missing");
        InstancePersistenceException missing = await Assert.ThrowsAsync<InstancePersistenceException>(
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), None));
        Assert.Contains("'EnsureSchemaAsync'", missing.Message, StringComparison.Ordinal);
        Assert.Contains("'missing'", missing.Message, StringComparison.Ordinal);
        await store.EnsureSchemaAsync(None);
        await store.CreateOwnerAsync(new InstanceOwnerOptions(), None);
    }

    [Fact]
    public async Task EnsureSchemaAsync_VersionMissing_Throws()
    {
        await StoreOn("lost").EnsureSchemaAsync(None);
        await ReadValueAsync("DELETE FROM lost.schema_version");
        await using SqlInstanceStore store = StoreOn("lost");
        foreach (Func<Task> call in new Func<Task>[] { () => store.EnsureSchemaAsync(None), () => store.CreateOwnerAsync(new InstanceOwnerOptions(), None) })
        {
            Assert.Contains("has lost the version", (await Assert.ThrowsAsync<InstancePersistenceException>(call)).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task EnsureSchemaAsync_NewerVersion_ThrowsAndChangesNothing()
    {
        await StoreOn("newer").EnsureSchemaAsync(None);
        await ReadValueAsync("INSERT INTO newer.schema_version VALUES (99, now())");
        await using SqlInstanceStore store = StoreOn("newer");
        foreach (Func<Task> call in new Func<Task>[] { () => store.EnsureSchemaAsync(None), () => store.CreateOwnerAsync(new InstanceOwnerOptions(), None) })
        {
            InstancePersistenceException newer = await Assert.ThrowsAsync<InstancePersistenceException>(call);
            Assert.Contains("version 99", newer.Message, StringComparison.Ordinal);
            Assert.Contains("update the package", newer.Message, StringComparison.Ordinal);
        }

        Assert.Equal(0L, await ReadValueAsync("SELECT count(*) FROM newer.owner"));
    }

    [Fact]
    public async Task EnsureSchemaAsync_FailsMidway_LeavesNothing()
    {
        await ReadValueAsync("CREATE SCHEMA middle; CREATE TABLE middle.promoted (own integer)");
        await using SqlInstanceStore store = StoreOn("middle");
        await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(None));
        Assert.Equal(1L, await ReadValueAsync("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'middle'"));
        await ReadValueAsync("DROP TABLE middle.promoted");
        await store.EnsureSchemaAsync(None);
    }

    [Fact]
    public async Task SaveAsync_TableMissing_ThrowsWithName()
    {
        await using SqlInstanceStore store = StoreOn("lacking");
        InstanceOwner owner = await PreparedAsync(store);
        await ReadValueAsync("DROP TABLE lacking.bookmark CASCADE");
        string message = (await SaveFailsAsync(store, owner)).Message;
        Assert.Contains("lacks an object of the schema 'lacking'", message, StringComparison.Ordinal);
        Assert.Contains("\"lacking.bookmark\"", message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task SaveAsync_TableOfTriggerMissing_ThrowsWithName()
    {
        await using SqlInstanceStore store = StoreOn("noted");
        InstanceOwner owner = await PreparedAsync(store);
        await ReadValueAsync("CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO audit_log VALUES (1); RETURN NEW; END'");
        await ReadValueAsync("CREATE TRIGGER note BEFORE INSERT ON noted.instance FOR EACH ROW EXECUTE FUNCTION note()");
        string message = (await SaveFailsAsync(store, owner)).Message;
        Assert.Contains("\"audit_log\"", message, StringComparison.Ordinal);
        Assert.DoesNotContain("EnsureSchemaAsync", message, StringComparison.Ordinal);
    }

    private static async Task<InstanceOwner> PreparedAsync(SqlInstanceStore store)
    {
        await store.EnsureSchemaAsync(None);
        return await store.CreateOwnerAsync(new InstanceOwnerOptions(), None);
    }

    private static Task<InstancePersistenceException> SaveFailsAsync(SqlInstanceStore store, InstanceOwner owner) =>
        Assert.ThrowsAsync<InstancePersistenceException>(
            () => store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle }, None));

    private SqlInstanceStore StoreOn(string schema) => new(database.DataSource, new SqlInstanceStoreOptions { SchemaName = schema });

    private async Task<object?> ReadValueAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        return await command.ExecuteScalarAsync();
    }
}
