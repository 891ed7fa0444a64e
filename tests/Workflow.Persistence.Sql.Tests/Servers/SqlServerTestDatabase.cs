using System.Data.Common;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A class fixture with a SQL Server database for one test class, on the shared server.</summary>
[RequiresServer(ServerKind.SqlServer)]
public class SqlServerTestDatabase : ServerTestDatabase
{
    private SqlServerServer? _server;
    private string _name = string.Empty;

    internal SqlServerServer? Server => _server;

    /// <summary>The connection string of another database on the same server.</summary>
    public string ConnectionStringOf(string database) => _server!.ConnectionStringOf(database);

    public override DbDataSource NewDataSource() => SqlClientFactory.Instance.CreateDataSource(_server!.ConnectionStringOf(_name));

    public override Task<int> CutConnectionsAsync() => CutFoundAsync(null);

    public override async Task CutAsync(DbConnection connection, DbTransaction? transaction = null)
    {
        // The query returns the session number even if the driver has not received one for 'SqlConnection.ServerProcessId'.
        await using DbCommand command = connection.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = "select cast(@@spid as int)";
        await CutFoundAsync((int)(await command.ExecuteScalarAsync())!);
    }

    /// <summary>Ends one session or all sessions of the database. Retries for about two seconds if the server does not list a session yet.</summary>
    private async Task<int> CutFoundAsync(int? session)
    {
        int cut = 0;
        for (int attempt = 0; attempt < 40 && cut == 0; attempt++)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(attempt == 0 ? 0 : 50), TimeProvider.System);
            cut = await _server!.CutConnectionsAsync(_name, session);
        }

        return cut > 0
            ? cut
            : throw new InvalidOperationException(
                $"No session was ended: the server does not know {(session is null ? $"one of the database '{_name}'" : $"the session {session}")}.");
    }

    // xUnit creates the fixture of a test class even if all tests of the class are skipped.
    public override async Task InitializeAsync()
    {
        if (ServerRequirements.Missing(ServerKind.SqlServer) is null)
        {
            await OpenAsync(SqlServerServer.Shared);
        }
    }

    public override async Task DisposeAsync()
    {
        if (_server is null)
        {
            return;
        }

        using (SqlConnection connection = new(ConnectionString))
        {
            SqlConnection.ClearPool(connection);
        }

        await base.DisposeAsync();
        await _server.DropDatabaseAsync(_name);
    }

    private protected async Task OpenAsync(SqlServerServer server)
    {
        _name = await server.CreateDatabaseAsync();
        _server = server;
        Open(NewDataSource());
    }
}
