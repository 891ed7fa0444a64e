namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A PostgreSQL database on a server that a test class has for itself, so that it can stop the server.</summary>
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

    /// <summary>Stops the server as a crash does; what was committed is there when it starts again.</summary>
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
