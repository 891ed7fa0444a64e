namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A SQL Server database on a server that a test class has for itself, unless the environment names one: what its statements do to the server disturbs no other class.</summary>
public sealed class PrivateSqlServerTestDatabase : SqlServerTestDatabase
{
    public override async Task InitializeAsync()
    {
        if (ServerRequirements.Missing(ServerKind.SqlServer) is null)
        {
            await OpenAsync(await SqlServerServer.CreateAsync());
        }
    }

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();
        if (Server is { } server)
        {
            await server.DisposeAsync();
        }
    }
}
