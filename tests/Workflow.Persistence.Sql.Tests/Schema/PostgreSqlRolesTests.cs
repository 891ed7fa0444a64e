using System.Data.Common;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Documents;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>A login of each role that the package has a script for, and what it can and cannot do.</summary>
public sealed class PostgreSqlRolesTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>, IAsyncLifetime
{
    private const string Password = "pass-word-of-the-test", Denied = "42501";

    /// <summary>Roles are those of the server, which other tests use too.</summary>
    private readonly string _name = $"r{Guid.NewGuid():N}"[..16];

    private static CancellationToken None => CancellationToken.None;

    public async Task InitializeAsync()
    {
        await using (SqlInstanceStore store = StoreOf(database.DataSource))
        {
            await store.EnsureSchemaAsync(None);
        }

        // The script can be run again.
        string script = PersistenceSqlTests.Document("Workflow.Persistence.Sql/Engines/PostgreSql/Rights/Roles.sql").Replace("workflow", _name, StringComparison.Ordinal);
        await RunAsync(database.DataSource, script);
        await RunAsync(database.DataSource, script);
        foreach (string role in new[] { "owner", "host", "reader" })
        {
            await RunAsync(database.DataSource, $"CREATE ROLE {_name}_{role}_login LOGIN PASSWORD '{Password}' IN ROLE {_name}_{role}");
        }
    }

    public async Task DisposeAsync()
    {
        foreach (string role in new[] { "owner", "host", "reader" })
        {
            await RunAsync(database.DataSource, $"DROP OWNED BY {_name}_{role}_login, {_name}_{role} CASCADE");
            await RunAsync(database.DataSource, $"DROP ROLE {_name}_{role}_login, {_name}_{role}");
        }
    }

    [Fact]
    public async Task Owner_ChangesTheSchema()
    {
        await using NpgsqlDataSource owner = SourceFor("owner");
        await using SqlInstanceStore store = StoreOf(owner);
        await store.EnsureSchemaAsync(None);
        await RunAsync(owner, $"ALTER TABLE {_name}.instance ADD COLUMN more integer; CREATE OR REPLACE VIEW {_name}.definitions_more AS SELECT 1 AS one");
        await RunAsync(owner, $"INSERT INTO {_name}.schema_version VALUES (98, now()); DELETE FROM {_name}.schema_version WHERE version = 98");
    }

    [Fact]
    public async Task Host_RunsInstancesAndChangesNoSchema()
    {
        await using NpgsqlDataSource host = SourceFor("host");
        await using SqlInstanceStore store = StoreOf(host);
        await store.EnsureSchemaAsync(None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        Guid id = Guid.NewGuid(), key = Guid.NewGuid();
        await store.SaveAsync(owner, SaveOf(id, 0, key), None);
        await store.UnlockFailedAsync(owner, id, InstanceSave.FirstLockVersion, "failed", None);
        Assert.True(await store.ReleaseAsync(id, None));
        StoredInstance loaded = await store.LoadByKeyAsync(owner, key, None);
        await store.SaveAsync(owner, SaveOf(id, loaded.LockVersion, key), None);
        await store.SaveAsync(owner, new InstanceSave { InstanceId = id, LockVersion = loaded.LockVersion, Status = InstanceStatus.Closed, Complete = true }, None);
        await store.RenewOwnerAsync(owner, None);
        Assert.Null(await store.TryLoadRunnableAsync(owner, None));
        Assert.Equal(1, await store.PurgeAsync(TimeSpan.Zero, None));
        await store.DeleteOwnerAsync(owner, None);

        await AssertDeniedAsync(host, $"CREATE TABLE {_name}.more (one integer)");
        await AssertDeniedAsync(host, $"DROP VIEW {_name}.instances");
        await AssertDeniedAsync(host, $"UPDATE {_name}.schema_version SET version = 99");
        await AssertDeniedAsync(host, $"DELETE FROM {_name}.definition");
    }

    [Fact]
    public async Task Reader_SeesTheViewsOnly()
    {
        await using NpgsqlDataSource reader = SourceFor("reader");
        foreach (string view in new[] { "instances", "active_bookmarks", "promoted_properties", "definitions" })
        {
            await RunAsync(reader, $"SELECT * FROM {_name}.{view}");
        }

        await AssertDeniedAsync(reader, $"SELECT state FROM {_name}.instance");
        await AssertDeniedAsync(reader, $"DELETE FROM {_name}.instance");
        await using SqlInstanceStore store = StoreOf(reader);
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(() => store.CreateOwnerAsync(new InstanceOwnerOptions(), None));
        Assert.Contains($"give the login the rights on the schema '{_name}'", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Password, refused.ToString(), StringComparison.Ordinal);
    }

    private static InstanceSave SaveOf(Guid id, long version, Guid key) => new()
    {
        InstanceId = id,
        LockVersion = version,
        Status = InstanceStatus.Idle,
        State = new byte[10],
        DefinitionIdentity = new WorkflowIdentity("Order", new Version(1, 0), null),
        Bookmarks = [new SavedBookmark { Name = $"approve {version}", OwnerDisplayName = "Approval" }],
        KeysAdded = version == 0 ? [key] : [],
    };

    private static async Task AssertDeniedAsync(DbDataSource source, string text) =>
        Assert.Equal(Denied, (await Assert.ThrowsAsync<PostgresException>(() => RunAsync(source, text))).SqlState);

    private static async Task RunAsync(DbDataSource source, string text)
    {
        await using DbConnection connection = await source.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text is that of the test, or of a file of the package.
        command.CommandText = text;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    private NpgsqlDataSource SourceFor(string role) => NpgsqlDataSource.Create(
        new NpgsqlConnectionStringBuilder(database.ConnectionString) { Username = $"{_name}_{role}_login", Password = Password, Pooling = false });

    private SqlInstanceStore StoreOf(DbDataSource source) =>
        new(source, new SqlInstanceStoreOptions { SchemaName = _name, CompletionAction = InstanceCompletionAction.DeleteNothing });
}
