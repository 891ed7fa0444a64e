using System.Data.Common;
using System.Globalization;
using Microsoft.Data.SqlClient;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Tests of failures of SQL Server. No message of an exception contains the password.</summary>
public sealed class SqlServerFailureTests(SqlServerTestDatabase database) : IClassFixture<SqlServerTestDatabase>
{
    private const string Secret = "Top-secret-1";

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task Connect_WrongPassword_ThrowsWithoutPassword() =>
        Assert.Contains("refuses the login", (await FailsAsync(text => text.Password = Secret)).Message, StringComparison.Ordinal);

    [Fact]
    public async Task Connect_DatabaseMissing_ThrowsWithName()
    {
        InstancePersistenceException failure = await FailsAsync(text => text.InitialCatalog = "nowhere");
        Assert.Contains("'nowhere'", failure.Message, StringComparison.Ordinal);
        Assert.Contains("does not exist", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_ServerMissing_ThrowsWithName()
    {
        InstancePersistenceException failure = await FailsAsync(text =>
        {
            text.DataSource = "127.0.0.1,1";
            text.Password = Secret;
        });
        Assert.Contains("cannot be reached", failure.Message, StringComparison.Ordinal);
        Assert.Contains("'127.0.0.1,1'", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task EnsureSchemaAsync_LoginWithoutRights_Throws()
    {
        string user = $"u_{Guid.NewGuid():N}";
        await RunAsync($"CREATE LOGIN {user} WITH PASSWORD = '{Secret}'");
        await RunAsync($"CREATE USER {user} FOR LOGIN {user}");
        await using DbDataSource source = SourceOf(text =>
        {
            text.UserID = user;
            text.Password = Secret;
        });
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "unowned" });
        InstancePersistenceException missing = await FailsAsync(() => OwnerAsync(store));
        Assert.Contains("no schema 'unowned'", missing.Message, StringComparison.Ordinal);
        InstancePersistenceException refused = await FailsAsync(() => store.EnsureSchemaAsync(None));
        Assert.Contains("permission", refused.Message, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task CreateOwnerAsync_PoolExhausted_Throws()
    {
        await using DbDataSource source = SourceOf(text =>
        {
            text.MaxPoolSize = 1;
            text.ConnectTimeout = 1;
        });
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "pooled", MaxRetryAttempts = 0 });
        await store.EnsureSchemaAsync(None);
        await using (await source.OpenConnectionAsync())
        {
            InstancePersistenceException failure = await FailsAsync(() => OwnerAsync(store));
            Assert.Contains("pool", failure.Message, StringComparison.Ordinal);
        }

        await OwnerAsync(store);
    }

    [Fact]
    public async Task SaveAsync_RowBlocked_ThrowsAfterTimeout()
    {
        await new SqlInstanceStore(database.DataSource, new SqlInstanceStoreOptions { SchemaName = "blocked" }).EnsureSchemaAsync(None);
        await using SqlInstanceStore store = new(database.DataSource, new SqlInstanceStoreOptions { SchemaName = "blocked" });
        await using SqlInstanceStore blocked = new(
            database.DataSource,
            new SqlInstanceStoreOptions { SchemaName = "blocked", MaxRetryAttempts = 0, CommandTimeout = TimeSpan.FromSeconds(3) });
        InstanceOwner owner = await OwnerAsync(store);
        Guid id = Guid.NewGuid(), other = Guid.NewGuid();
        await store.SaveAsync(owner, Save(id, 0), None);
        await store.SaveAsync(owner, Save(other, 0), None);
        await using (DbConnection connection = await database.DataSource.OpenConnectionAsync())
        {
            await using DbTransaction blocking = await connection.BeginTransactionAsync();
            await RunAsync(
                string.Create(CultureInfo.InvariantCulture, $"UPDATE blocked.instance SET turn = turn WHERE instance_id = '{id}'"),
                connection,
                blocking);
            InstancePersistenceException failure = await FailsAsync(() => blocked.SaveAsync(owner, Save(id, 1), None));
            Assert.Contains("did not answer in time", failure.Message, StringComparison.Ordinal);
            await store.SaveAsync(owner, Save(other, 1), None);
        }

        await store.SaveAsync(owner, Save(id, 1), None);
    }

    private static InstanceSave Save(Guid id, long lockVersion) =>
        new() { InstanceId = id, LockVersion = lockVersion, Status = InstanceStatus.Idle, State = new byte[] { 1 } };

    private static Task<InstanceOwner> OwnerAsync(SqlInstanceStore store) =>
        store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);

    private static async Task<InstancePersistenceException> FailsAsync(Func<Task> call)
    {
        InstancePersistenceException failure = await Assert.ThrowsAnyAsync<InstancePersistenceException>(call);
        Assert.DoesNotContain(Secret, failure.ToString(), StringComparison.Ordinal);
        return failure;
    }

    private async Task<InstancePersistenceException> FailsAsync(Action<SqlConnectionStringBuilder> change)
    {
        await using DbDataSource source = SourceOf(change);
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { MaxRetryAttempts = 1, RetryDelay = TimeSpan.Zero });
        return await FailsAsync(() => OwnerAsync(store));
    }

    private DbDataSource SourceOf(Action<SqlConnectionStringBuilder> change)
    {
        // A unique application name gives each test its own connection pool.
        SqlConnectionStringBuilder text = new(database.ConnectionString) { ApplicationName = Guid.NewGuid().ToString(), ConnectTimeout = 5 };
        change(text);
        return SqlClientFactory.Instance.CreateDataSource(text.ConnectionString);
    }

    private async Task RunAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await RunAsync(text, connection, null);
    }

    private static async Task RunAsync(string text, DbConnection connection, DbTransaction? transaction)
    {
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        command.Transaction = transaction;
        await command.ExecuteNonQueryAsync();
    }
}
