using System.Data.Common;
using System.Globalization;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The database on its server: opens connections to it, and checks its schema. Thread-safe.</summary>
/// <param name="folder">The folder of its statements.</param>
/// <param name="quotes">The quotes of names in its language.</param>
/// <param name="product">The name of the server's product.</param>
/// <param name="source">Where connections come from.</param>
/// <param name="options">How the store works.</param>
internal abstract class ServerDatabase(string folder, string quotes, string product, DbDataSource source, SqlInstanceStoreOptions options)
{
    private volatile bool _isChecked;

    public IReadOnlyList<string> SchemaVersions => Scripts.Versions;

    /// <summary>The database and its server, for messages; never with a password.</summary>
    public string Name { get; } = NameOf(product, source);

    /// <summary>The same with the schema, for messages about a call that failed.</summary>
    public string Place => $"{Name}, schema '{SchemaName}',";

    public abstract ServerFailures Failures { get; }

    public string SchemaName => options.SchemaName;

    public StoreReporter Reporter => options.Reporter;

    public int TimeoutSeconds => (int)Math.Ceiling(options.CommandTimeout.TotalSeconds);

    /// <summary>How many connections the pool has; the default of the drivers if the connection string does not say it.</summary>
    public int PoolSize { get; } = PoolSizeOf(source.ConnectionString);

    /// <summary>Whether a load and a look that find nothing tell if owners have expired; if they do not, it is tried to end some.</summary>
    public virtual bool TellsExpired => false;

    /// <summary>Whether there is a statement that loads several instances.</summary>
    public virtual bool LoadsTogether => false;

    /// <summary>Whether messages can be stored with other calls.</summary>
    public virtual bool SendsTogether => false;

    /// <summary>Whether transactions above the isolation level of committed data read what was there when they began, and do not keep others from changing it.</summary>
    public virtual bool ReadsSnapshots => false;

    protected ScriptFolder Scripts { get; } = new(folder, options.SchemaName, quotes);

    /// <summary>Begins a call.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on it; null: none, or one of <see cref="System.Transactions"/>.</param>
    public abstract ServerCall Call(DbConnection connection, DbTransaction? transaction = null);

    /// <summary>The parts of a script that the server takes one at a time.</summary>
    public abstract IReadOnlyList<string> PartsOf(string script);

    /// <summary>Reads a time; null when there is none.</summary>
    public abstract DateTimeOffset? TimeOf(DbDataReader reader, int column);

    /// <summary>Reads several ids from one column.</summary>
    public abstract IReadOnlyCollection<Guid> IdsOf(DbDataReader reader, int column);

    /// <summary>Reads bookmarks from this column on, which are the last ones.</summary>
    public abstract IReadOnlyList<SavedBookmark> BookmarksOf(DbDataReader reader, int column);

    /// <summary>A text that is sent as it is.</summary>
    public string Statement(string name) => Scripts[name];

    /// <summary>The connection of a transaction of the application, which must be to the database of the store.</summary>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">It is in another database.</exception>
    public virtual DbConnection ConnectionOf(DbTransaction transaction)
    {
        using DbConnection own = source.CreateConnection();
        DbConnection connection = ApplicationTransaction.ConnectionOf(transaction, own);

        // A connection that is not open yet does not know the default database of its login, nor which of several servers it will find.
        bool isSameDatabase = own.Database.Length == 0 || string.Equals(own.Database, connection.Database, StringComparison.OrdinalIgnoreCase);
        bool isSameServer = own.DataSource.Contains(',', StringComparison.Ordinal) || string.Equals(own.DataSource, connection.DataSource, StringComparison.OrdinalIgnoreCase);
        return isSameDatabase && isSameServer ? connection : throw new ArgumentException(
            $"The transaction is in the database '{connection.Database}' on '{connection.DataSource}' and the store in '{own.Database}' on '{own.DataSource}'; begin it on a connection to the database of the store.",
            nameof(transaction));
    }

    /// <summary>Checks the schema on a connection of its own, once.</summary>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        if (!_isChecked)
        {
            DbConnection connection = await OpenAsync(cancellationToken).ConfigureAwait(false);
            await connection.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Opens a connection that is in no transaction, to a database with the schema of this version.</summary>
    public async Task<DbConnection> OpenAsync(CancellationToken cancellationToken)
    {
        DbConnection connection = await OpenUncheckedAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await RequireSchemaAsync(connection, cancellationToken).ConfigureAwait(false);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Opens a connection that is in no transaction, on the thread of the caller.</summary>
    public DbConnection Open()
    {
        using TransactionScope suppressed = new(TransactionScopeOption.Suppress);
        DbConnection connection = source.OpenConnection();
        suppressed.Complete();
        return connection;
    }

    /// <summary>Opens a connection that is in no transaction, to a database that may have no schema yet.</summary>
    public async Task<DbConnection> OpenUncheckedAsync(CancellationToken cancellationToken)
    {
        Task<DbConnection> opening;

        // A driver looks for the transaction of its caller when the call begins.
        using (TransactionScope suppressed = new(TransactionScopeOption.Suppress))
        {
            opening = source.OpenConnectionAsync(cancellationToken).AsTask();
            suppressed.Complete();
        }

        try
        {
            return await opening.ConfigureAwait(false);
        }
        catch (Exception failure) when (Failures.IsUnreachable(failure))
        {
            throw new DatabaseUnreachableException(Failures.Translate(failure, this).Message, failure);
        }
    }

    /// <summary>Opens a connection in a transaction: the one that the transaction has already, if nobody uses that now.</summary>
    public virtual async Task<DbConnection> OpenInAsync(Transaction transaction)
    {
        Task<DbConnection> opening;
        using (TransactionScope inside = new(transaction))
        {
            opening = source.OpenConnectionAsync().AsTask();
            inside.Complete();
        }

        return await opening.ConfigureAwait(false);
    }

    /// <summary>Finds out how connections to this database can be used, before the first other call; does nothing unless an engine overrides it.</summary>
    /// <param name="connection">A connection that is in no transaction.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <exception cref="InstancePersistenceException">The database, or the source of its connections, lacks something that the store needs.</exception>
    public virtual Task ExamineAsync(DbConnection connection, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Sets what flushes need on a connection that is kept for them; does nothing unless an engine overrides it.</summary>
    public virtual Task BeginFlushesAsync(DbConnection connection) => Task.CompletedTask;

    /// <summary>Undoes that, before the connection goes back to its pool.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="isBroken">Whether a call on it has failed, so that its state is not known.</param>
    public virtual Task EndFlushesAsync(DbConnection connection, bool isBroken) => Task.CompletedTask;

    /// <summary>The version of the schema in the database; 0: there is none.</summary>
    /// <exception cref="InstancePersistenceException">The schema is there, and its version is not.</exception>
    public async Task<int> VersionOfAsync(DbConnection connection, DbTransaction? transaction, CancellationToken cancellationToken)
    {
        ServerCall table = Call(connection, transaction);
        await using (table.ConfigureAwait(false))
        {
            if (!(await table.Add("SchemaTable").ReadColumnAsync<bool>(cancellationToken).ConfigureAwait(false))[0])
            {
                return 0;
            }
        }

        ServerCall version = Call(connection, transaction);
        await using (version.ConfigureAwait(false))
        {
            int found = (await version.Add("SchemaVersion").ReadColumnAsync<int>(cancellationToken).ConfigureAwait(false))[0];
            return found > 0 ? found : throw new InstancePersistenceException(
                $"{Name} has lost the version of the schema '{SchemaName}'; insert the row of the version into '{SchemaName}.schema_version' again, or restore the database from a backup.");
        }
    }

    /// <exception cref="InstancePersistenceException">The schema is newer than this version of the library.</exception>
    public void RefuseNewer(int version)
    {
        if (version > SchemaVersions.Count)
        {
            throw new InstancePersistenceException(
                $"{Name} has version {version} of the schema '{SchemaName}' and this version of the library knows {SchemaVersions.Count}; update the package.");
        }
    }

    private async Task RequireSchemaAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        if (_isChecked)
        {
            return;
        }

        await ExamineAsync(connection, cancellationToken).ConfigureAwait(false);
        int version = await VersionOfAsync(connection, null, cancellationToken).ConfigureAwait(false);
        RefuseNewer(version);
        if (version < SchemaVersions.Count)
        {
            throw new InstancePersistenceException(version == 0
                ? $"{Name} has no schema '{SchemaName}'; call 'EnsureSchemaAsync' once, or run the scripts of the package."
                : $"{Name} has version {version} of the schema '{SchemaName}' instead of {SchemaVersions.Count}; call 'EnsureSchemaAsync' to upgrade it.");
        }

        _isChecked = true;
    }

    /// <summary>The drivers name the settings differently. Without a pool, the server alone sets the limit.</summary>
    private static int PoolSizeOf(string connectionString)
    {
        const int Default = 100;
        DbConnectionStringBuilder settings = new() { ConnectionString = connectionString };
        if (settings.TryGetValue("Pooling", out object? pooling) && bool.TryParse(pooling as string, out bool isPooled) && !isPooled)
        {
            return int.MaxValue;
        }

        object? size = settings.TryGetValue("Maximum Pool Size", out object? found) || settings.TryGetValue("Max Pool Size", out found) ? found : null;
        return int.TryParse(size as string, CultureInfo.InvariantCulture, out int number) ? number : Default;
    }

    private static string NameOf(string product, DbDataSource source)
    {
        using DbConnection connection = source.CreateConnection();
        return $"The {product} database '{connection.Database}' on '{connection.DataSource}'";
    }
}
