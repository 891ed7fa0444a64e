using System.Data.Common;
using System.Transactions;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of a store behind a pooler that can give each transaction a different connection to the server.</summary>
public sealed class PgBouncerTests(PgBouncerTestDatabase database) : IClassFixture<PgBouncerTestDatabase>
{
    /// <summary>A statement that another process has prepared under the same name could run instead of the store's own statement.</summary>
    [Fact]
    public async Task Stores_SharedServerConnections_DoNotInterfere()
    {
        await using DbDataSource first = database.NewDataSource(), second = database.NewDataSource(), third = database.NewDataSource();
        await ConnectionCheckTests.AssertWorksAsync(first, new SqlInstanceStoreOptions { SchemaName = "first" });
        await Task.WhenAll(
            ConnectionCheckTests.AssertWorksAsync(first, new SqlInstanceStoreOptions { SchemaName = "second" }),
            ConnectionCheckTests.AssertWorksAsync(second, new SqlInstanceStoreOptions { SchemaName = "third" }),
            ConnectionCheckTests.AssertWorksAsync(third, new SqlInstanceStoreOptions { SchemaName = "fourth" }));
        Assert.Equal(0L, await PreparedAsync(first));
    }

    [Fact]
    public async Task Store_DirectConnection_PreparesStatements()
    {
        await using NpgsqlDataSource direct = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.DirectConnectionString) { MaxPoolSize = 1, NoResetOnClose = true });
        await ConnectionCheckTests.AssertWorksAsync(direct, new SqlInstanceStoreOptions { SchemaName = "direct" });
        Assert.NotEqual(0L, await PreparedAsync(direct));
    }

    [Fact]
    public async Task PreparesStatements_False_PreparesNothing()
    {
        await using NpgsqlDataSource direct = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.DirectConnectionString) { MaxPoolSize = 1, NoResetOnClose = true });
        await ConnectionCheckTests.AssertWorksAsync(direct, new SqlInstanceStoreOptions { SchemaName = "told", PreparesStatements = false });
        Assert.Equal(0L, await PreparedAsync(direct));
    }

    /// <summary>Prepared statements of two processes conflict on the shared connections. At least one failure contains the advice.</summary>
    [Fact]
    public async Task PreparesStatements_TrueBehindPooler_FailsWithAdvice()
    {
        await using DbDataSource source = database.NewDataSource(), other = database.NewDataSource();
        const string Advice = "do not set 'PreparesStatements'";
        List<string> failures = [];
        for (int i = 0; i < 20 && !failures.Exists(failure => failure.Contains(Advice, StringComparison.Ordinal)); i++)
        {
            try
            {
                await ConnectionCheckTests.AssertWorksAsync(
                    i % 2 == 0 ? source : other,
                    new SqlInstanceStoreOptions { SchemaName = $"forced{i}", PreparesStatements = true, MaxRetryAttempts = 0 });
            }
            catch (Exception failure)
            {
                // Any failure is possible if a statement of the other process runs instead of the store's own statement. If a statement is missing or
                // already exists, the failure contains the advice.
                failures.Add(failure.Message);
            }
        }

        Assert.Contains(failures, failure => failure.Contains(Advice, StringComparison.Ordinal));
    }

    [Fact]
    public async Task TransactionScope_RowsAndInstance_CommitTogether()
    {
        await using DbDataSource source = database.NewDataSource();
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "scoped" });
        await store.EnsureSchemaAsync(CancellationToken.None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        await using (DbCommand create = source.CreateCommand("create table app_row (id uuid)"))
        {
            await create.ExecuteNonQueryAsync();
        }

        for (int i = 0; i < 5; i++)
        {
            using TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
            Guid id = Guid.NewGuid();
            DbConnection connection = await store.GetTransactionConnectionAsync(CancellationToken.None);
            await using (DbCommand command = connection.CreateCommand())
            {
                command.CommandText = $"insert into app_row values ('{id}')";
                await command.ExecuteNonQueryAsync();
            }

            await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, Unlock = true }, CancellationToken.None);
            scope.Complete();
        }

        await using DbCommand read = source.CreateCommand("select count(*) from app_row r join scoped.instances i on i.instance_id = r.id");
        Assert.Equal(5L, await read.ExecuteScalarAsync());
    }

    private static async Task<long> PreparedAsync(DbDataSource source)
    {
        await using DbCommand command = source.CreateCommand("select count(*) from pg_prepared_statements");
        return (long)(await command.ExecuteScalarAsync())!;
    }
}
