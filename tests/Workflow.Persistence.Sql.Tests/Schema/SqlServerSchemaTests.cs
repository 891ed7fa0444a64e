using System.Data.Common;
using System.Text.RegularExpressions;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests that create the schema, and that refuse an unusable schema (regression 31).</summary>
public sealed partial class SqlServerSchemaTests(SqlServerTestDatabase database) : IClassFixture<SqlServerTestDatabase>
{
    private static CancellationToken None => CancellationToken.None;

    /// <summary>
    /// SQL Server refuses to compare or join columns with different collations. All text columns that a statement combines must therefore have the same
    /// collation: the columns of bookmarks, messages and promoted values, and the columns of the table variables of a batch.
    /// </summary>
    [Theory]
    [InlineData("CREATE TABLE workflow.bookmark", 2)]
    [InlineData("CREATE TABLE workflow.message", 1)]
    [InlineData("CREATE TABLE workflow.promoted", 3)]
    [InlineData("DECLARE @text TABLE", 1)]
    [InlineData("DECLARE @bookmark TABLE", 2)]
    public void TextColumns_HaveOneCollation(string table, int texts)
    {
        string script = string.Concat(new ScriptFolder("SqlServer", "workflow").Versions);
        int start = script.IndexOf(table + " (", StringComparison.Ordinal);
        string columns = script[start..script.IndexOf(");", start, StringComparison.Ordinal)];
        Assert.Equal(texts, TextType().Count(columns));
        Assert.All(TextType().Matches(columns), type => Assert.Equal(" COLLATE Latin1_General_BIN2", type.Groups["collation"].Value));
    }

    [Fact]
    public async Task EnsureSchemaAsync_Concurrent_CreatesOneSchema()
    {
        SqlInstanceStore[] stores = [.. Enumerable.Range(0, 8).Select(_ => StoreOn("many"))];
        await Task.WhenAll(stores.Select(store => store.EnsureSchemaAsync(None)));
        await Task.WhenAll(stores.Select(store => store.CreateOwnerAsync(new InstanceOwnerOptions(), None)));
        Assert.Equal(1L, await ReadValueAsync("SELECT COUNT_BIG(*) FROM many.schema_version"));
        Assert.Equal(8L, await ReadValueAsync("SELECT COUNT_BIG(*) FROM many.owner"));
        Assert.Equal(
            "active_bookmarks,definitions,instances,messages,promoted_properties",
            await ReadValueAsync(
                "SELECT STRING_AGG(table_name, ',') WITHIN GROUP (ORDER BY table_name) FROM information_schema.views WHERE table_schema = 'many'"));
    }

    [Fact]
    public async Task EnsureSchemaAsync_CalledTwice_CreatesSchemaOnce()
    {
        await using SqlInstanceStore store = StoreOn("twice");
        await store.EnsureSchemaAsync(None);
        await store.EnsureSchemaAsync(None);
        await store.CreateOwnerAsync(new InstanceOwnerOptions(), None);
        Assert.Equal(1L, await ReadValueAsync("SELECT COUNT_BIG(*) FROM twice.owner"));
    }

    [Fact]
    public async Task SaveAsync_TableMissing_ThrowsWithName()
    {
        await using SqlInstanceStore store = StoreOn("lacking");
        await store.EnsureSchemaAsync(None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), None);
        await ReadValueAsync("DROP TABLE lacking.bookmark");
        string message = (await Assert.ThrowsAsync<InstancePersistenceException>(
            () => store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle }, None))).Message;
        Assert.Contains("lacks an object of the schema 'lacking'", message, StringComparison.Ordinal);
        Assert.Contains("'lacking.bookmark'", message, StringComparison.Ordinal);
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
    public async Task EnsureSchemaAsync_NewerVersion_ThrowsAndChangesNothing()
    {
        await StoreOn("newer").EnsureSchemaAsync(None);
        await ReadValueAsync("INSERT INTO newer.schema_version VALUES (99, 0)");
        await using SqlInstanceStore store = StoreOn("newer");
        foreach (Func<Task> call in new Func<Task>[] { () => store.EnsureSchemaAsync(None), () => store.CreateOwnerAsync(new InstanceOwnerOptions(), None) })
        {
            InstancePersistenceException newer = await Assert.ThrowsAsync<InstancePersistenceException>(call);
            Assert.Contains("version 99", newer.Message, StringComparison.Ordinal);
            Assert.Contains("update the package", newer.Message, StringComparison.Ordinal);
        }

        Assert.Equal(0L, await ReadValueAsync("SELECT COUNT_BIG(*) FROM newer.owner"));
    }

    [Fact]
    public async Task EnsureSchemaAsync_FailsMidway_LeavesNothing()
    {
        await ReadValueAsync("CREATE SCHEMA middle");
        await ReadValueAsync("CREATE TABLE middle.promoted (own int)");
        await using SqlInstanceStore store = StoreOn("middle");
        await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(None));
        Assert.Equal(1L, await ReadValueAsync("SELECT COUNT_BIG(*) FROM information_schema.tables WHERE table_schema = 'middle'"));
        await ReadValueAsync("DROP TABLE middle.promoted");
        await ReadValueAsync("DROP SCHEMA middle");
        await store.EnsureSchemaAsync(None);
    }

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

    [GeneratedRegex(@"\bnvarchar\(\w+\)(?<collation> COLLATE \w+)?", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex TextType();
}
