using System.Data.Common;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of the checks of <see cref="SqlInstanceStore.EnsureSchemaAsync"/>, which fails with advice if a later save would fail.</summary>
public sealed class ConnectionCheckTests(PostgreSqlTestDatabase database) : IClassFixture<PostgreSqlTestDatabase>
{
    /// <summary>The connection string with the password, which a data source does not return.</summary>
    private string PasswordString => database.Server.ConnectionStringOf(new NpgsqlConnectionStringBuilder(database.ConnectionString).Database!);

    [Fact]
    public async Task EnsureSchemaAsync_DataSourceWithoutArrays_Throws()
    {
        await using NpgsqlDataSource source = new NpgsqlSlimDataSourceBuilder(database.ConnectionString).Build();
        Assert.Contains("cannot send arrays; call 'EnableArrays' of its builder", await RefusalAsync(source), StringComparison.Ordinal);
    }

    [Fact]
    public async Task EnsureSchemaAsync_SlimDataSourceWithArrays_Succeeds()
    {
        NpgsqlSlimDataSourceBuilder builder = new(database.ConnectionString);
        builder.EnableArrays();
        await using NpgsqlDataSource source = builder.Build();
        await AssertWorksAsync(source, new SqlInstanceStoreOptions { SchemaName = "slim" });
    }

    [Fact]
    public async Task EnsureSchemaAsync_Latin1Database_Throws()
    {
        string name = $"{new NpgsqlConnectionStringBuilder(database.ConnectionString).Database}_latin";
        await RunAsync($"create database {name} encoding 'LATIN1' locale 'C' template template0");
        try
        {
            await using NpgsqlDataSource source = NpgsqlDataSource.Create(
                new NpgsqlConnectionStringBuilder(database.ConnectionString) { Database = name, Pooling = false });
            string refusal = await RefusalAsync(source);
            Assert.Contains("'LATIN1'", refusal, StringComparison.Ordinal);
            Assert.Contains("ENCODING 'UTF8'", refusal, StringComparison.Ordinal);
        }
        finally
        {
            await RunAsync($"drop database {name} with (force)");
        }
    }

    /// <summary>Statements cannot be prepared on multiplexed connections. The store must use such connections without preparing statements.</summary>
    [Fact]
    public async Task Store_MultiplexedConnections_Works()
    {
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(database.ConnectionString) { Multiplexing = true });
        await AssertWorksAsync(source, new SqlInstanceStoreOptions { SchemaName = "multiplexed" });
    }

    [Fact]
    public async Task EnsureSchemaAsync_InvariantGlobalization_Throws() =>
        Assert.Contains(
            "set 'InvariantGlobalization' to false",
            Assert.Single(await ChildProcess.RunAsync(("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1"), InvariantProgram.Mode)),
            StringComparison.Ordinal);

    [Fact]
    public async Task EnsureSchemaAsync_StatementsNotRewritten_Throws() =>
        Assert.Contains(
            "used without 'Npgsql.EnableSqlRewriting'",
            Assert.Single(await ChildProcess.RunAsync(null, RewritingProgram.Mode, PasswordString)),
            StringComparison.Ordinal);

    internal static async Task AssertWorksAsync(DbDataSource source, SqlInstanceStoreOptions options)
    {
        await using SqlInstanceStore store = new(source, options);
        await store.EnsureSchemaAsync(CancellationToken.None);
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
        Guid[] ids = [.. Enumerable.Range(0, 40).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, Save(id, 0), CancellationToken.None)));
        StoredInstance[] loaded = await Task.WhenAll(ids.Select(id => store.LoadAsync(owner, InstanceLoad.ById(id), CancellationToken.None)));
        await Task.WhenAll(loaded.Select(instance => store.SaveAsync(owner, Save(instance.InstanceId, instance.LockVersion), CancellationToken.None)));
        await Task.WhenAll(ids.Select(id => store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "b" }, CancellationToken.None)));
        Assert.Equal(ids.Length, await store.QueryAsync(new InstanceQuery { BookmarkName = "b" }, CancellationToken.None).CountAsync());
    }

    private static InstanceSave Save(Guid id, long version) => new()
    {
        InstanceId = id,
        LockVersion = version,
        State = new byte[] { 1 },
        Status = InstanceStatus.Idle,
        Bookmarks = [new SavedBookmark { Name = "b", OwnerDisplayName = "o" }],
        Unlock = true,
    };

    private static async Task<string> RefusalAsync(DbDataSource source)
    {
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "refused" });
        return (await Assert.ThrowsAsync<InstancePersistenceException>(() => store.EnsureSchemaAsync(CancellationToken.None))).Message;
    }

    private async Task RunAsync(string text)
    {
        await using DbCommand command = database.DataSource.CreateCommand(text);
        await command.ExecuteNonQueryAsync();
    }
}
