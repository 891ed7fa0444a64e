using System.Data.Common;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A database on a server, which can end connections.</summary>
public abstract class ServerTestDatabase : TestDatabase
{
    /// <summary>Ends all connections to the database from the server's side.</summary>
    /// <returns>How many.</returns>
    public abstract Task<int> CutConnectionsAsync();

    /// <summary>Ends one connection, which is not in use at the moment, from the server's side.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on it; null: none.</param>
    public abstract Task CutAsync(DbConnection connection, DbTransaction? transaction = null);
}
