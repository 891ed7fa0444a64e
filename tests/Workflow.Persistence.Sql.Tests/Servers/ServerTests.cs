using System.Data.Common;
using Npgsql;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>Tests of the test databases. Two classes use each kind of database, and must not share one.</summary>
public static class ServerTests
{
    public sealed class Sqlite(SqliteTestDatabase database) : DatabaseTests(database), IClassFixture<SqliteTestDatabase>
    {
        [Fact]
        public void NewFile_CalledTwice_ReturnsDifferentNames() =>
            Assert.Equal(3, new HashSet<string> { database.File, database.NewFile(), database.NewFile() }.Count);
    }

    public sealed class OtherSqlite(SqliteTestDatabase database) : DatabaseTests(database), IClassFixture<SqliteTestDatabase>;

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : ServerDatabaseTests(database), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class OtherPostgreSql(PostgreSqlTestDatabase database) : DatabaseTests(database), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class RestartablePostgreSql(RestartablePostgreSqlTestDatabase database)
        : DatabaseTests(database), IClassFixture<RestartablePostgreSqlTestDatabase>, IDisposable
    {
        // The server closed the pooled connections when it restarted.
        public void Dispose() => ((NpgsqlDataSource)database.DataSource).Clear();

        [Fact]
        public async Task RestartServerAsync_EndsConnectionsAndKeepsCommittedData()
        {
            await ExecuteAsync("create table kept (id int); insert into kept values (3)");
            await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
            await database.RestartServerAsync();
            await Assert.ThrowsAnyAsync<DbException>(() => ScalarAsync("select 1", connection));
            await using DbDataSource source = database.NewDataSource();
            await using DbConnection later = await source.OpenConnectionAsync();
            Assert.Equal(3, await ScalarAsync("select id from kept", later));
        }

        [Fact]
        public async Task StopServerAsync_RefusesConnectionsUntilStart()
        {
            await database.StopServerAsync();
            await using (DbDataSource source = database.NewDataSource())
            {
                await Assert.ThrowsAnyAsync<DbException>(async () => await source.OpenConnectionAsync());
            }

            await database.StartServerAsync();
            await using DbDataSource started = database.NewDataSource();
            await using DbConnection connection = await started.OpenConnectionAsync();
            Assert.Equal(1, await ScalarAsync("select 1", connection));
        }
    }

    public sealed class SqlServer(SqlServerTestDatabase database) : ServerDatabaseTests(database), IClassFixture<SqlServerTestDatabase>;

    public sealed class OtherSqlServer(SqlServerTestDatabase database) : DatabaseTests(database), IClassFixture<SqlServerTestDatabase>;
}
