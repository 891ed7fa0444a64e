using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A database on a server, whose connections a test can end.</summary>
public abstract class ServerTestDatabase : TestDatabase
{
    /// <summary>Ends all connections to the database on the server's side.</summary>
    /// <returns>The number of connections that were ended.</returns>
    public abstract Task<int> CutConnectionsAsync();

    /// <summary>Ends one connection on the server's side. The connection must not be in use.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on the connection. Null if there is none.</param>
    public abstract Task CutAsync(DbConnection connection, DbTransaction? transaction = null);
}
