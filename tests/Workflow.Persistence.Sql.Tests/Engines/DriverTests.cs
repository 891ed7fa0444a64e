using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>What the engines count on in the drivers.</summary>
public sealed class DriverTests
{
    [Fact]
    public async Task Sqlite_MadeByADataSource_ReturnsWhatItHasWritten()
    {
        await using DbDataSource source = SqliteFactory.Instance.CreateDataSource("Data Source=:memory:");
        await using DbConnection connection = await source.OpenConnectionAsync();
        Assert.IsType<SqliteConnection>(connection);
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO t (text) VALUES ('a') RETURNING id;";
        Assert.Equal(1L, await command.ExecuteScalarAsync());
    }
}
