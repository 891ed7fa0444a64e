using System.Data.Common;
using System.Transactions;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>A store whose connections go through a pooler that gives each transaction another connection to the server.</summary>
public sealed class PgBouncerTests(PgBouncerTestDatabase database) : IClassFixture<PgBouncerTestDatabase>
{
    /// <summary>A statement that was prepared under the same name for another process could run in place of the own one.</summary>
    [Fact]
    public async Task Stores_OfSeveralProcesses_DoNotMeetOnTheConnectionsOfThePooler()
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
    public async Task Store_OnTheServerItself_Prepares()
    {
        await using NpgsqlDataSource direct = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(database.DirectConnectionString) { MaxPoolSize = 1, NoResetOnClose = true });
        await ConnectionCheckTests.AssertWorksAsync(direct, new SqlInstanceStoreOptions { SchemaName = "direct" });
        Assert.NotEqual(0L, await PreparedAsync(direct));
    }

    [Fact]
    public async Task Store_ThatIsToldNotToPrepare_DoesNot()
    {
        await using NpgsqlDataSource direct = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(database.DirectConnectionString) { MaxPoolSize = 1, NoResetOnClose = true });
        await ConnectionCheckTests.AssertWorksAsync(direct, new SqlInstanceStoreOptions { SchemaName = "told", PreparesStatements = false });
        Assert.Equal(0L, await PreparedAsync(direct));
    }

    /// <summary>The driver itself can prepare, too.</summary>
    [Fact]
    public async Task Store_ThatIsToldToPrepareBehindThePooler_SaysWhatToDo()
    {
        await using DbDataSource source = database.NewDataSource(), other = database.NewDataSource();
        const string Advice = "do not set 'PreparesStatements'";
        List<string> failures = [];
        for (int i = 0; i < 20 && !failures.Exists(failure => failure.Contains(Advice, StringComparison.Ordinal)); i++)
        {
            try
            {
                await ConnectionCheckTests.AssertWorksAsync(i % 2 == 0 ? source : other, new SqlInstanceStoreOptions { SchemaName = $"forced{i}", PreparesStatements = true, MaxRetries = 0 });
            }
            catch (Exception failure)
            {
                // A statement of the other process that runs in place of the own one can fail in any way. One that is missing, or there already, says what to do.
                failures.Add(failure.Message);
            }
        }

        Assert.Contains(failures, failure => failure.Contains(Advice, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Transaction_OfTheCaller_CommitsItsRowsWithTheInstance()
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
