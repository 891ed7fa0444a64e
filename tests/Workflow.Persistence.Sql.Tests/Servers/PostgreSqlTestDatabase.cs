using System.Data.Common;
using Npgsql;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A class fixture with a PostgreSQL database for one test class, on the shared server.</summary>
[RequiresServer(ServerKind.PostgreSql)]
public class PostgreSqlTestDatabase : ServerTestDatabase
{
    private PostgreSqlServer? _server;
    private string _name = string.Empty;

    internal PostgreSqlServer Server => _server!;

    protected string Name => _name;

    public override DbDataSource NewDataSource() => NpgsqlDataSource.Create(Server.ConnectionStringOf(_name));

    public override Task<int> CutConnectionsAsync() => Server.CutConnectionsAsync(_name, null);

    public override Task CutAsync(DbConnection connection, DbTransaction? transaction = null) =>
        Server.CutConnectionsAsync(_name, ((NpgsqlConnection)connection).ProcessID);

    // xUnit creates the fixture of a test class even if all tests of the class are skipped.
    public override async Task InitializeAsync()
    {
        if (ServerRequirements.Missing(ServerKind.PostgreSql) is null)
        {
            await OpenAsync(await PostgreSqlServer.SharedAsync());
        }
    }

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();
        if (_server is not null)
        {
            await _server.DropDatabaseAsync(_name);
        }
    }

    private protected async Task OpenAsync(PostgreSqlServer server)
    {
        _name = await server.CreateDatabaseAsync();
        _server = server;
        Open(NewDataSource());
    }
}
