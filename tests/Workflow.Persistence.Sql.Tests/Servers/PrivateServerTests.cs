using Npgsql;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>Private servers and databases are removed, no matter how the test process ends.</summary>
[RequiresServer(ServerKind.RestartablePostgreSql)]
public sealed class PrivateServerTests
{
    [Fact]
    public async Task DisposeAsync_RunningServer_RemovesServerAndFolder()
    {
        PrivateServer server = await PostgreSqlServer.StartPrivateAsync();
        Assert.True(Directory.Exists(FolderOf(server)));
        await server.DisposeAsync();
        Assert.False(Directory.Exists(FolderOf(server)));
        await Assert.ThrowsAnyAsync<NpgsqlException>(() => ConnectAsync(server));
    }

    [Fact]
    public async Task StartAsync_OtherScriptKilled_RemovesItsServer()
    {
        PrivateServer killed = await PostgreSqlServer.StartPrivateAsync();
        await killed.KillScriptAsync();
        await ConnectAsync(killed);
        await using (PrivateServer next = await PostgreSqlServer.StartPrivateAsync())
        {
            await Assert.ThrowsAnyAsync<NpgsqlException>(() => ConnectAsync(killed));
            Assert.False(Directory.Exists(FolderOf(killed)));
            await ConnectAsync(next);
        }

        await killed.DisposeAsync();
    }

    [Fact]
    public async Task StartAsync_InvalidFolder_ThrowsWithReason()
    {
        InvalidOperationException failure = await Assert.ThrowsAsync<InvalidOperationException>(() => PrivateServer.StartAsync("postgresql", "no-such-folder"));
        Assert.Contains("no-such-folder", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task CreateDatabaseAsync_OtherProcessEnded_DropsItsDatabases()
    {
        await using PostgreSqlServer server = await PostgreSqlServer.CreatePrivateAsync();
        string abandoned, used;
        await using (PostgreSqlServer ended = server.Again())
        {
            abandoned = await ended.CreateDatabaseAsync();
        }

        await using PostgreSqlServer living = server.Again();
        used = await living.CreateDatabaseAsync();
        await server.CreateDatabaseAsync();
        await AnswersAsync(server, used);
        PostgresException failure = await Assert.ThrowsAsync<PostgresException>(() => AnswersAsync(server, abandoned));
        Assert.Equal(PostgresErrorCodes.InvalidCatalogName, failure.SqlState);
    }

    private static string FolderOf(PrivateServer server) => Path.GetDirectoryName(server.Address)!;

    private static async Task ConnectAsync(PrivateServer server)
    {
        await using NpgsqlConnection connection = new($"Host={server.Address};Username=workflow;Database=postgres;Pooling=false");
        await connection.OpenAsync();
    }

    private static async Task AnswersAsync(PostgreSqlServer server, string database)
    {
        await using NpgsqlConnection connection = new(server.ConnectionStringOf(database) + ";Pooling=false");
        await connection.OpenAsync();
    }
}
