using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>The guarantees of every kind of test database.</summary>
public abstract class DatabaseTests(TestDatabase database)
{
    /// <summary>A table name that all derived classes share. Each class has its own database, so the table never exists before the test creates it.</summary>
    protected static string Table { get; } = "t" + Guid.NewGuid().ToString("N");

    [Fact]
    public async Task Server_Answers() => Assert.Equal(2, Convert.ToInt32(await ScalarAsync("select 1 + 1"), null));

    [Fact]
    public async Task Database_OtherClass_IsSeparate()
    {
        // Fails in the second class if both have the same database.
        await ExecuteAsync($"create table {Table} (id int)");
        await ExecuteAsync($"insert into {Table} (id) values (7)");
        Assert.Equal(7, Convert.ToInt32(await ScalarAsync($"select id from {Table}"), null));
    }

    [Fact]
    public async Task NewDataSource_SameDatabase_HasSameData()
    {
        string table = "o" + Guid.NewGuid().ToString("N");
        await ExecuteAsync($"create table {table} (id int)");
        await using DbDataSource other = database.NewDataSource();
        await using DbConnection connection = await other.OpenConnectionAsync();
        Assert.Equal(0, Convert.ToInt32(await ScalarAsync($"select count(*) from {table}", connection), null));
    }

    protected async Task<object?> ScalarAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        return await ScalarAsync(text, connection);
    }

    protected static async Task<object?> ScalarAsync(string text, DbConnection connection)
    {
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        return await command.ExecuteScalarAsync();
    }

    protected Task ExecuteAsync(string text) => ScalarAsync(text);
}
