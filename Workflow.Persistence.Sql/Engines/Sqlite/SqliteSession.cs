using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A connection with its prepared statements. Used by one thread at a time.</summary>
/// <param name="connection">The open connection, which the session closes.</param>
/// <param name="scripts">The statements.</param>
/// <param name="timeoutSeconds">How long a command may take.</param>
internal sealed class SqliteSession(DbConnection connection, ScriptFolder scripts, int timeoutSeconds) : IDisposable
{
    private readonly Dictionary<string, SqliteStatement> _statements = [];

    public DbConnection Connection => connection;

    /// <summary>The definitions that this connection has seen.</summary>
    public SqliteDefinitions Definitions { get; } = new();

    /// <summary>The time of the transaction, on the store's clock.</summary>
    public long Now { get; set; }

    /// <summary>A statement by its name.</summary>
    public SqliteStatement this[string name]
    {
        get
        {
            if (!_statements.TryGetValue(name, out SqliteStatement? statement))
            {
                statement = new SqliteStatement(connection, scripts[name], timeoutSeconds);
                _statements.Add(name, statement);
            }

            return statement;
        }
    }

    /// <summary>Runs a text that is not one of the prepared statements.</summary>
    public void Run(string text)
    {
        using SqliteStatement statement = new(connection, text, timeoutSeconds);
        statement.Run();
    }

    /// <summary>A statement that is used once.</summary>
    public SqliteStatement Once(string text) => new(connection, text, timeoutSeconds);

    /// <summary>Ends a transaction without its changes; what was learnt in it is forgotten.</summary>
    public void Rollback()
    {
        Definitions.Clear();
        this["Rollback"].Run();
    }

    public void Dispose()
    {
        foreach (SqliteStatement statement in _statements.Values)
        {
            statement.Dispose();
        }

        connection.Dispose();
    }
}
