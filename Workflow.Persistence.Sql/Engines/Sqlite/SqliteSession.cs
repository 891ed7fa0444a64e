using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A connection with its prepared statements. Used by one thread at a time.</summary>
/// <param name="connection">The open connection, which the session closes.</param>
/// <param name="scripts">The statements.</param>
/// <param name="timeoutSeconds">How long a command may take.</param>
internal sealed class SqliteSession(DbConnection connection, ScriptFolder scripts, int timeoutSeconds) : IDisposable
{
    private readonly Dictionary<string, SqliteStatement> _statements = [];
    private bool _isInside;

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

    /// <summary>Begins a transaction with the write lock of the file.</summary>
    public void Begin()
    {
        this["Begin"].Run();
        _isInside = true;
    }

    public void Commit()
    {
        this["Commit"].Run();
        _isInside = false;
    }

    /// <summary>Ends a transaction without its changes; what was learnt in it is forgotten.</summary>
    public void Rollback()
    {
        Definitions.Clear();
        if (_isInside)
        {
            this["Rollback"].Run();
            _isInside = false;
        }
    }

    /// <summary>Ends the use of a connection that belongs to the application, and leaves it open.</summary>
    public void Detach()
    {
        foreach (SqliteStatement statement in _statements.Values)
        {
            statement.Dispose();
        }

        _statements.Clear();
    }

    public void Dispose()
    {
        try
        {
            // A connection that goes back to a pool may keep its transaction, and with it the write lock.
            Rollback();
        }
        catch (Exception)
        {
            // SQLite has rolled back already, or the file is gone.
        }

        Detach();
        connection.Dispose();
    }
}
