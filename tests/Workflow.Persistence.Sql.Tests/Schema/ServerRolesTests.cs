using System.Data.Common;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests of the rights of each role that the script of the package creates. Each role has one login.</summary>
public abstract class ServerRolesTests(TestDatabase database) : IAsyncLifetime
{
    protected static readonly string[] Roles = ["owner", "host", "reader"];

    protected static CancellationToken None => CancellationToken.None;

    /// <summary>
    /// The name of the schema, and the prefix of the names of roles and logins. The name is unique, because roles and logins belong to the server, which
    /// other tests use too. No role has the name of the schema.
    /// </summary>
    protected string Name { get; } = $"r{Guid.NewGuid():N}"[..16];

    /// <summary>The password of all logins.</summary>
    protected abstract string Password { get; }

    /// <summary>The text that the failure of a login without rights contains.</summary>
    protected abstract string RefusedText { get; }

    public async Task InitializeAsync()
    {
        await using (SqlInstanceStore store = StoreOf(database.DataSource))
        {
            await store.EnsureSchemaAsync(None);
        }

        await RunScriptAsync();

        // The script must be repeatable.
        await RunScriptAsync();
        foreach (string role in Roles)
        {
            await AddLoginAsync($"{Name}_{role}_login", $"{Name}_{role}");
        }
    }

    public abstract Task DisposeAsync();

    [Fact]
    public async Task Host_RunsInstancesAndChangesNoSchema()
    {
        await using DbDataSource host = SourceFor("host");
        await using SqlInstanceStore store = StoreOf(host);
        await store.EnsureSchemaAsync(None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
        Guid id = Guid.NewGuid(), key = Guid.NewGuid();
        await store.SaveAsync(owner, SaveOf(id, 0, key), None);
        await store.UnlockAsync(owner, InstanceUnlock.Failure(id, InstanceSave.FirstLockVersion, "failed"), None);
        Assert.True(await store.ContinueAsync(id, None));
        MessageReceipt sent = await store.SendAsync(new InstanceMessage { Key = key, Kind = MessageKind.Cancel }, None);
        Assert.True(await store.WithdrawAsync(id, sent.Sequence, None));
        StoredInstance loaded = await store.LoadAsync(owner, InstanceLoad.ByKey(key), None);
        await store.SaveAsync(owner, SaveOf(id, loaded.LockVersion, key), None);
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, LockVersion = loaded.LockVersion, Status = InstanceStatus.Closed, Complete = true },
            None);
        await store.RenewOwnerAsync(owner, None);
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
        await foreach (InstanceSummary summary in store.QueryAsync(new InstanceQuery(), None))
        {
            Assert.Equal(id, summary.InstanceId);
        }

        Assert.Equal(1, await store.PurgeAsync(TimeSpan.Zero, None));
        await store.DeleteOwnerAsync(owner, None);

        await AssertNoSchemaChangeAsync(host, $"CREATE TABLE {Name}.more (one int)");
        await AssertNoSchemaChangeAsync(host, $"DROP VIEW {Name}.instances");
        await AssertDeniedAsync(host, $"UPDATE {Name}.schema_version SET version = 99");
        await AssertDeniedAsync(host, $"DELETE FROM {Name}.definition");
    }

    [Fact]
    public async Task Reader_SeesViewsOnly()
    {
        await using DbDataSource reader = SourceFor("reader");
        foreach (string view in new[] { "instances", "active_bookmarks", "messages", "promoted_properties", "definitions" })
        {
            await RunAsync(reader, $"SELECT * FROM {Name}.{view}");
        }

        await AssertDeniedAsync(reader, $"SELECT state FROM {Name}.instance");
        await AssertDeniedAsync(reader, $"DELETE FROM {Name}.instance");
        await using SqlInstanceStore store = StoreOf(reader);
        InstancePersistenceException refused = await Assert.ThrowsAnyAsync<InstancePersistenceException>(
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), None));
        Assert.Contains(RefusedText, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Password, refused.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Runs the script of the package once, with the role names of this test.</summary>
    protected abstract Task RunScriptAsync();

    protected abstract Task AddLoginAsync(string login, string role);

    /// <summary>Returns a data source that connects with the login of a role.</summary>
    protected abstract DbDataSource SourceFor(string role);

    protected abstract Task AssertDeniedAsync(DbDataSource source, string text);

    protected virtual Task AssertNoSchemaChangeAsync(DbDataSource source, string text) => AssertDeniedAsync(source, text);

    protected static async Task RunAsync(DbDataSource source, string text)
    {
        await using DbConnection connection = await source.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text comes from the test or from a file of the package.
        command.CommandText = text;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    protected SqlInstanceStore StoreOf(DbDataSource source) =>
        new(source, new SqlInstanceStoreOptions { SchemaName = Name, CompletionAction = InstanceCompletionAction.DeleteNothing });

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
}
