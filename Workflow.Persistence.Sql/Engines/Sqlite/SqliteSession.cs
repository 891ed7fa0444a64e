using System.Data.Common;
using Dapper;

namespace Workflow.Persistence.Sql;

/// <summary>A connection and its prepared statements. Used by one thread at a time.</summary>
/// <param name="connection">The open connection, which the session closes.</param>
/// <param name="scripts">The statements.</param>
/// <param name="timeoutSeconds">The command timeout in seconds.</param>
internal sealed class SqliteSession(DbConnection connection, ScriptFolder scripts, int timeoutSeconds) : IDisposable
{
    private readonly Dictionary<string, SqliteStatement> _statements = [];
    private bool _isInside;

    public DbConnection Connection => connection;

    /// <summary>The definitions that this connection has read.</summary>
    public SqliteDefinitions Definitions { get; } = new();

    /// <summary>The time of the current transaction, on the clock of the store.</summary>
    public long Now { get; set; }

    /// <summary>Returns a statement by its name.</summary>
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

    /// <summary>Executes a statement outside the hot paths of saves, loads and messages with Dapper; returns the number of changed rows.</summary>
    /// <param name="name">The name of the statement, which is not prepared.</param>
    /// <param name="parameters">An object whose properties are the parameters; null for none.</param>
    public int Execute(string name, object? parameters = null) => ExecuteText(scripts[name], parameters);

    /// <summary>Executes a text like <see cref="Execute"/>.</summary>
    public int ExecuteText(string text, object? parameters = null) => connection.Execute(CommandOf(text, parameters));

    /// <summary>Reads the rows of a statement like <see cref="Execute"/>.</summary>
    public List<T> Query<T>(string name, object? parameters = null) => connection.Query<T>(CommandOf(scripts[name], parameters)).AsList();

    /// <summary>Reads the first value of a text like <see cref="Execute"/>; null if there is none.</summary>
    public object? ReadValue(string text, object? parameters = null) => connection.ExecuteScalar(CommandOf(text, parameters));

    /// <summary>Reads the rows of a text like <see cref="Execute"/>, without mapping them to a type.</summary>
    public DbDataReader ReadText(string text, object parameters) => (DbDataReader)connection.ExecuteReader(CommandOf(text, parameters));

    /// <summary>Begins a transaction that takes the write lock of the file.</summary>
    public void Begin()
    {
        this["Begin"].Run();
        _isInside = true;
    }

    /// <summary>Begins a transaction that only reads: all its statements see the same commits.</summary>
    public void BeginRead()
    {
        this["BeginRead"].Run();
        _isInside = true;
    }

    public void Commit()
    {
        this["Commit"].Run();
        _isInside = false;
    }

    /// <summary>Rolls back a transaction. Definitions that were read in the transaction are forgotten.</summary>
    public void Rollback()
    {
        Definitions.Clear();
        if (_isInside)
        {
            this["Rollback"].Run();
            _isInside = false;
        }
    }

    /// <summary>Disposes of the statements on a connection of the application, and leaves the connection open.</summary>
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
            // A connection that returns to a pool may keep its transaction, and with it the write lock.
            Rollback();
        }
        catch (Exception)
        {
            // SQLite has already rolled back, or the file no longer exists.
        }

        Detach();
        connection.Dispose();
    }

    private CommandDefinition CommandOf(string text, object? parameters) => new(text, parameters, commandTimeout: timeoutSeconds);
}
