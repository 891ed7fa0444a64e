using System.Data.Common;
using System.Transactions;
using Microsoft.Data.SqlClient;
using Npgsql;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>
/// Tests of transactions that share a connection pool. Each transaction keeps one connection for the application, and needs a second one while it saves.
/// </summary>
public abstract class ConnectionPoolTests(TestDatabase database)
{
    private protected const int PoolSize = 4;

    private protected abstract DbDataSource SmallPool(TestDatabase database);

    [Fact]
    public async Task Transactions_MoreThanConnections_AllCommit()
    {
        const int Count = 6 * PoolSize;
        await using DbDataSource source = SmallPool(database);
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "pool" });
        await store.EnsureSchemaAsync(CancellationToken.None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => Task.Run(() => SaveInTransactionAsync(store, owner)))).WaitAsync(HangGuard.Limit);
        int saved = 0;
        await foreach (InstanceSummary instance in store.QueryAsync(new InstanceQuery(), CancellationToken.None))
        {
            Assert.Equal(InstanceStatus.Idle, instance.Status);
            saved++;
        }

        Assert.Equal(Count, saved);
    }

    private static async Task SaveInTransactionAsync(SqlInstanceStore store, InstanceOwner owner)
    {
        using TransactionScope scope = new(
            TransactionScopeOption.Required,
            new TransactionOptions { IsolationLevel = IsolationLevel.ReadCommitted, Timeout = HangGuard.Limit },
            TransactionScopeAsyncFlowOption.Enabled);
        DbConnection connection = await store.GetTransactionConnectionAsync(CancellationToken.None);
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "SELECT 1";
        await command.ExecuteScalarAsync();

        // Gives the other transactions time to begin.
        await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, State = new byte[] { 1 }, Unlock = true },
            CancellationToken.None);
        scope.Complete();
    }
}

[RequiresServer(ServerKind.PostgreSql)]
public sealed class PostgreSqlConnectionPoolTests(PostgreSqlTestDatabase database) : ConnectionPoolTests(database), IClassFixture<PostgreSqlTestDatabase>
{
    private protected override DbDataSource SmallPool(TestDatabase database) =>
        NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(database.ConnectionString) { MaxPoolSize = PoolSize }.ConnectionString);
}

[RequiresServer(ServerKind.SqlServer)]
public sealed class SqlServerConnectionPoolTests(SqlServerTestDatabase database) : ConnectionPoolTests(database), IClassFixture<SqlServerTestDatabase>
{
    private protected override DbDataSource SmallPool(TestDatabase database) =>
        SqlClientFactory.Instance.CreateDataSource(new SqlConnectionStringBuilder(database.ConnectionString) { MaxPoolSize = PoolSize }.ConnectionString);
}
