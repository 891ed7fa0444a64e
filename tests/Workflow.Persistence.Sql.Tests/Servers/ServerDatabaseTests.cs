using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>The additional guarantees of every kind of test database on a server.</summary>
public abstract class ServerDatabaseTests(ServerTestDatabase database) : DatabaseTests(database)
{
    [Fact]
    public async Task CutAsync_OneConnection_KeepsOthers()
    {
        await using DbConnection cut = await database.DataSource.OpenConnectionAsync();
        await using DbConnection other = await database.DataSource.OpenConnectionAsync();
        await database.CutAsync(cut);
        await Assert.ThrowsAnyAsync<DbException>(() => ScalarAsync("select 1", cut));
        Assert.Equal(1, await ScalarAsync("select 1", other));
    }

    [Fact]
    public async Task CutConnectionsAsync_EndsAllConnections()
    {
        await using DbConnection first = await database.DataSource.OpenConnectionAsync();
        await using DbConnection second = await database.DataSource.OpenConnectionAsync();
        Assert.InRange(await database.CutConnectionsAsync(), 2, int.MaxValue);
        await Assert.ThrowsAnyAsync<DbException>(() => ScalarAsync("select 1", first));
        await Assert.ThrowsAnyAsync<DbException>(() => ScalarAsync("select 1", second));
    }
}
