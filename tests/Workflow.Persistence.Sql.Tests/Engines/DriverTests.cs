using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of the features of drivers on which the engines rely.</summary>
public sealed class DriverTests
{
    [Fact]
    public async Task CreateDataSource_Sqlite_SupportsReturning()
    {
        await using DbDataSource source = SqliteFactory.Instance.CreateDataSource("Data Source=:memory:");
        await using DbConnection connection = await source.OpenConnectionAsync();
        Assert.IsType<SqliteConnection>(connection);
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO t (text) VALUES ('a') RETURNING id;";
        Assert.Equal(1L, await command.ExecuteScalarAsync());
    }
}
