using System.Data.Common;
using System.Globalization;

namespace Workflow.Persistence.Sql;

/// <summary>The database file: opens connections and provides the time of the store. Thread-safe.</summary>
internal sealed class SqliteDatabase(DbDataSource source, SqlInstanceStoreOptions options)
{
    private readonly ScriptFolder _scripts = new("Sqlite", options.SchemaName);
    private long _lastQueueOrder;

    /// <summary>The name of the file, for messages.</summary>
    public string File { get; private set; } = string.Empty;

    public StoreReporter Reporter => options.Reporter;

    public IReadOnlyList<string> SchemaVersions => _scripts.Versions;

    /// <summary>
    /// The time of the store, from the time provider. SQLite runs in this process and would read the same clock of this machine, but the time provider has a
    /// resolution of microseconds, and tests can set it.
    /// </summary>
    public long Now => StoreTime.Of(options.TimeProvider.GetUtcNow());

    private int TimeoutSeconds => (int)Math.Ceiling(options.CommandTimeout.TotalSeconds);

    /// <summary>Returns a strictly increasing number that breaks ties between equal times.</summary>
    public long NextQueueOrder(long now)
    {
        while (true)
        {
            long last = Volatile.Read(ref _lastQueueOrder), next = Math.Max(last + 1, now);
            if (Interlocked.CompareExchange(ref _lastQueueOrder, next, last) == last)
            {
                return next;
            }
        }
    }

    /// <summary>Returns the text of a statement.</summary>
    public string Statement(string name) => _scripts[name];

    /// <summary>Opens a connection to a database that may have no schema yet.</summary>
    public SqliteSession Open()
    {
        DbConnection connection = source.CreateConnection();
        SqliteSession? session = null;
        try
        {
            File = connection.DataSource;
            connection.Open();

            // SQLite itself waits (busy_timeout) while another process writes. The driver would retry only every 150 ms, so its own timeout is only one second.
            session = new SqliteSession(connection, _scripts, 1);
            session.ExecuteText(string.Create(CultureInfo.InvariantCulture, $"PRAGMA busy_timeout = {TimeoutSeconds * 1000L};"));
            UseWriteAheadLog(session);
            session.ExecuteText("PRAGMA synchronous = FULL;");
            return session;
        }
        catch
        {
            session?.Dispose();
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Opens a connection to a database with the current schema version.</summary>
    public SqliteSession OpenChecked()
    {
        SqliteSession session = Open();
        try
        {
            RequireSchema(session);
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    /// <summary>Returns the connection of a transaction of the application, which must use the file of the store.</summary>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">The transaction is in another database.</exception>
    public DbConnection ConnectionOf(DbTransaction transaction)
    {
        using DbConnection own = source.CreateConnection();
        DbConnection connection = ApplicationTransaction.ConnectionOf(transaction, own);
        if (connection.DataSource.Length == 0 || Path.GetFullPath(own.DataSource) != Path.GetFullPath(connection.DataSource))
        {
            // For an open connection, the driver returns the file name with links resolved.
            own.Open();
            if (own.DataSource != connection.DataSource)
            {
                throw new ArgumentException(
                    $"The transaction is in the SQLite database '{connection.DataSource}' and the store in '{own.DataSource}'; begin it on a connection to the database of the store.",
                    nameof(transaction));
            }
        }

        File = own.DataSource;
        return connection;
    }

    /// <summary>Creates a session on a connection of the application, in its transaction.</summary>
    /// <exception cref="InstancePersistenceException">The database does not have the schema of this version.</exception>
    public SqliteSession Join(DbConnection connection)
    {
        SqliteSession session = new(connection, _scripts, TimeoutSeconds) { Now = Now };
        try
        {
            RequireSchema(session);
            return session;
        }
        catch
        {
            session.Detach();
            throw;
        }
    }

    /// <summary>Returns the version of the schema in the database; 0 if there is no schema.</summary>
    /// <exception cref="InstancePersistenceException">The schema exists, but its version is missing.</exception>
    public long VersionOf(SqliteSession session) => session.ReadValue(_scripts["SchemaTable"]) is 0L
        ? 0
        : session.ReadValue(_scripts["SchemaVersion"]) is long and > 0 and var version ? version : throw new InstancePersistenceException(
            $"The schema '{options.SchemaName}' of the SQLite database '{File}' has lost its version; insert the row of the version into '{options.SchemaName}_schema' again, or restore the database from a backup.");

    /// <summary>Throws if a schema version is newer than this library.</summary>
    /// <exception cref="InstancePersistenceException">The schema is newer than this version of the library.</exception>
    public void RefuseNewer(long version)
    {
        if (version > SchemaVersions.Count)
        {
            throw new InstancePersistenceException(
                $"The schema '{options.SchemaName}' of the SQLite database '{File}' has version {version} and this version of the library knows {SchemaVersions.Count}; update the package.");
        }
    }

    private void RequireSchema(SqliteSession session)
    {
        long version = VersionOf(session);
        RefuseNewer(version);
        if (version < SchemaVersions.Count)
        {
            throw new InstancePersistenceException(version == 0
                ? $"The SQLite database '{File}' has no schema '{options.SchemaName}'; call 'EnsureSchemaAsync' once, or run the scripts of the package."
                : $"The schema '{options.SchemaName}' of the SQLite database '{File}' has version {version} instead of {SchemaVersions.Count}; call 'EnsureSchemaAsync' to upgrade it.");
        }
    }

    /// <summary>
    /// Switches to the write-ahead log. Without it, readers and the writer would block each other. An in-memory database does not support it.
    /// </summary>
    private void UseWriteAheadLog(SqliteSession session)
    {
        if (session.ReadValue("PRAGMA journal_mode = WAL;") is not "wal")
        {
            throw new InstancePersistenceException(
                $"The SQLite database '{File}' cannot have a write-ahead log; use a file on a local disk, and no database in memory.");
        }
    }
}
