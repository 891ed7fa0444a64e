using System.Data.Common;
using System.Text.RegularExpressions;
using Microsoft.Data.SqlClient;
using Workflow.Persistence.Sql.Tests.Documents;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>A login of each role that the package has a script for, and what it can and cannot do.</summary>
public sealed partial class SqlServerRolesTests(SqlServerTestDatabase database) : IClassFixture<SqlServerTestDatabase>, IAsyncLifetime
{
    private const string Password = "Pass-word-of-the-test-1";

    private const int Denied = 229, NotSupported = 33557097;

    /// <summary>Logins are those of the server, which other tests use too; and the test needs a schema whose name is not that of a role.</summary>
    private readonly string _name = $"r{Guid.NewGuid():N}"[..16];

    /// <summary>The parts of the script that this server knows no statement for.</summary>
    private readonly List<string> _refused = [];

    private static CancellationToken None => CancellationToken.None;

    public async Task InitializeAsync()
    {
        await using (SqlInstanceStore store = StoreOf(database.DataSource))
        {
            await store.EnsureSchemaAsync(None);
        }

        // The script can be run again.
        string script = PersistenceSqlTests.Document("Workflow.Persistence.Sql/Engines/SqlServer/Rights/Roles.sql").Replace("workflow", _name, StringComparison.Ordinal);
        foreach (string part in PartEnd().Split(script + script).Where(part => !string.IsNullOrWhiteSpace(part)))
        {
            try
            {
                await RunAsync(database.DataSource, part);
            }
            catch (SqlException failure) when (failure.Number == NotSupported)
            {
                _refused.Add(part);
            }
        }

        foreach (string role in new[] { "owner", "host", "reader" })
        {
            await RunAsync(database.DataSource, $"CREATE LOGIN {_name}_{role}_login WITH PASSWORD = '{Password}'");
            await RunAsync(database.DataSource, $"CREATE USER {_name}_{role}_login FOR LOGIN {_name}_{role}_login");
            await RunAsync(database.DataSource, $"ALTER ROLE {_name}_{role} ADD MEMBER {_name}_{role}_login");
        }
    }

    public Task DisposeAsync() => Task.CompletedTask;

    /// <summary>A server that does not know all rights may refuse those of the owner, and no others.</summary>
    [Fact]
    public async Task Owner_ChangesTheSchema()
    {
        Assert.All(_refused, part => Assert.Contains($"{_name}_owner", part, StringComparison.Ordinal));
        if (_refused.Count == 0)
        {
            await using DbDataSource owner = SourceFor("owner");
            await using SqlInstanceStore store = StoreOf(owner);
            await store.EnsureSchemaAsync(None);
            await RunAsync(owner, $"ALTER TABLE {_name}.instance ADD more int");
            await RunAsync(owner, $"CREATE VIEW {_name}.definitions_more AS SELECT 1 AS one");
        }
    }

    [Fact]
    public async Task Host_RunsInstancesAndChangesNoSchema()
    {
        await using DbDataSource host = SourceFor("host");
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
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), None))
        {
            Assert.Equal(id, summary.InstanceId);
        }

        Assert.Equal(1, await store.PurgeAsync(TimeSpan.Zero, None));
        await store.DeleteOwnerAsync(owner, None);

        await Assert.ThrowsAsync<SqlException>(() => RunAsync(host, $"CREATE TABLE {_name}.more (one int)"));
        await Assert.ThrowsAsync<SqlException>(() => RunAsync(host, $"DROP VIEW {_name}.instances"));
        await AssertDeniedAsync(host, $"UPDATE {_name}.schema_version SET version = 99");
        await AssertDeniedAsync(host, $"DELETE FROM {_name}.definition");
    }

    [Fact]
    public async Task Reader_SeesTheViewsOnly()
    {
        await using DbDataSource reader = SourceFor("reader");
        foreach (string view in new[] { "instances", "active_bookmarks", "promoted_properties", "definitions" })
        {
            await RunAsync(reader, $"SELECT * FROM {_name}.{view}");
        }

        await AssertDeniedAsync(reader, $"SELECT state FROM {_name}.instance");
        await AssertDeniedAsync(reader, $"DELETE FROM {_name}.instance");
        await using SqlInstanceStore store = StoreOf(reader);
        InstancePersistenceException refused = await Assert.ThrowsAnyAsync<InstancePersistenceException>(() => store.CreateOwnerAsync(new InstanceOwnerOptions(), None));
        Assert.Contains($"'{_name}'", refused.Message, StringComparison.Ordinal);
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
        Assert.Equal(Denied, (await Assert.ThrowsAsync<SqlException>(() => RunAsync(source, text))).Number);

    private static async Task RunAsync(DbDataSource source, string text)
    {
        await using DbConnection connection = await source.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text is that of the test, or of a file of the package.
        command.CommandText = text;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    private DbDataSource SourceFor(string role) => SqlClientFactory.Instance.CreateDataSource(
        new SqlConnectionStringBuilder(database.ConnectionString) { UserID = $"{_name}_{role}_login", Password = Password, Pooling = false }.ConnectionString);

    private SqlInstanceStore StoreOf(DbDataSource source) =>
        new(source, new SqlInstanceStoreOptions { SchemaName = _name, CompletionAction = InstanceCompletionAction.DeleteNothing });

    [GeneratedRegex(@"^GO\r?$", RegexOptions.Multiline | RegexOptions.NonBacktracking)]
    private static partial Regex PartEnd();
}
