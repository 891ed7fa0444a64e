namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A class fixture with a PostgreSQL database on a private server, which the test class can stop and restart.</summary>
[RequiresServer(ServerKind.RestartablePostgreSql)]
public sealed class RestartablePostgreSqlTestDatabase : PostgreSqlTestDatabase
{
    public override async Task InitializeAsync()
    {
        if (ServerRequirements.Missing(ServerKind.RestartablePostgreSql) is null)
        {
            await OpenAsync(await PostgreSqlServer.CreatePrivateAsync());
        }
    }

    /// <summary>Stops the server abruptly, as a crash does. Committed data is available after the next start.</summary>
    public Task StopServerAsync() => Server.StopAsync();

    public Task StartServerAsync() => Server.StartAsync();

    public async Task RestartServerAsync()
    {
        await StopServerAsync();
        await StartServerAsync();
    }

    public override async Task DisposeAsync()
    {
        if (ServerRequirements.Missing(ServerKind.RestartablePostgreSql) is null)
        {
            await base.DisposeAsync();
            await Server.DisposeAsync();
        }
    }
}
