using System.Data.Common;
using System.Globalization;

namespace Workflow.Persistence.Sql;

/// <summary>The database file: opens connections to it, and knows the time. Thread-safe.</summary>
internal sealed class SqliteDatabase(DbDataSource source, SqlInstanceStoreOptions options)
{
    private readonly ScriptFolder _scripts = new("Sqlite", options.SchemaName);
    private long _lastTurn;

    /// <summary>The file, for messages.</summary>
    public string File { get; private set; } = string.Empty;

    public StoreReporter Reporter => options.Reporter;

    public IReadOnlyList<string> SchemaVersions => _scripts.Versions;

    /// <summary>
    /// The time of the store. SQLite runs in this process and would read the clock of this machine, as the time provider does; from the provider it comes in microseconds, and
    /// tests can set it.
    /// </summary>
    public long Now => StoreTime.Of(options.TimeProvider.GetUtcNow());

    private int TimeoutSeconds => (int)Math.Ceiling(options.CommandTimeout.TotalSeconds);

    /// <summary>A number above all that were given before, which orders what gets the same time.</summary>
    public long NextTurn(long now)
    {
        while (true)
        {
            long last = Volatile.Read(ref _lastTurn), next = Math.Max(last + 1, now);
            if (Interlocked.CompareExchange(ref _lastTurn, next, last) == last)
            {
                return next;
            }
        }
    }

    /// <summary>The text of a statement.</summary>
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

            // SQLite itself waits while another process writes; the driver would look again only every 150 ms, so it is left only a second.
            session = new SqliteSession(connection, _scripts, 1);
            session.Run(string.Create(CultureInfo.InvariantCulture, $"PRAGMA busy_timeout = {TimeoutSeconds * 1000L};"));
            UseWriteAheadLog(session);
            session.Run("PRAGMA synchronous = FULL;");
            return session;
        }
        catch
        {
            session?.Dispose();
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Opens a connection to a database whose schema is the one that this version knows.</summary>
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

    /// <summary>The connection of a transaction of the application, which must be to the file of the store.</summary>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">It is in another database.</exception>
    public DbConnection ConnectionOf(DbTransaction transaction)
    {
        using DbConnection own = source.CreateConnection();
        DbConnection connection = ApplicationTransaction.ConnectionOf(transaction, own);
        if (connection.DataSource.Length == 0 || Path.GetFullPath(own.DataSource) != Path.GetFullPath(connection.DataSource))
        {
            // The driver has the name of an open file, without links.
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

    /// <summary>Uses a connection of the application, in its transaction.</summary>
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

    /// <summary>The version of the schema in the database; 0: there is none.</summary>
    /// <exception cref="InstancePersistenceException">The schema is there, and its version is not.</exception>
    public long VersionOf(SqliteSession session) => session["SchemaTable"].ReadValue() is 0L
        ? 0
        : session["SchemaVersion"].ReadValue() is long and > 0 and var version ? version : throw new InstancePersistenceException(
            $"The schema '{options.SchemaName}' of the SQLite database '{File}' has lost its version; insert the row of the version into '{options.SchemaName}_schema' again, or restore the database from a backup.");

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

    /// <summary>Without a write-ahead log, readers and the writer would block each other. A database in memory has none.</summary>
    private void UseWriteAheadLog(SqliteSession session)
    {
        using SqliteStatement change = session.Once("PRAGMA journal_mode = WAL;");
        if (change.ReadValue() is not "wal")
        {
            throw new InstancePersistenceException(
                $"The SQLite database '{File}' cannot have a write-ahead log; use a file on a local disk, and no database in memory.");
        }
    }
}
