using System.Data.Common;
using System.Globalization;
using System.Transactions;
using Dapper;

namespace Workflow.Persistence.Sql;

/// <summary>The database on its server: opens connections and checks the schema. Thread-safe.</summary>
/// <param name="folder">The folder of the statements.</param>
/// <param name="quotes">The quotation marks for identifiers.</param>
/// <param name="product">The product name of the server.</param>
/// <param name="source">The source of the connections.</param>
/// <param name="options">The options of the store.</param>
internal abstract class ServerDatabase(string folder, string quotes, string product, DbDataSource source, SqlInstanceStoreOptions options)
{
    private volatile bool _isChecked;

    public IReadOnlyList<string> SchemaVersions => Scripts.Versions;

    /// <summary>The database and its server, for messages; never contains a password.</summary>
    public string Name { get; } = NameOf(product, source);

    /// <summary>The database, its server and the schema, for messages about a failed call.</summary>
    public string FullName => $"{Name}, schema '{SchemaName}',";

    public abstract ServerFailures Failures { get; }

    public string SchemaName => options.SchemaName;

    public StoreReporter Reporter => options.Reporter;

    public int TimeoutSeconds => (int)Math.Ceiling(options.CommandTimeout.TotalSeconds);

    /// <summary>The maximum number of connections of the pool; the default of the drivers if the connection string does not set it.</summary>
    public int PoolSize { get; } = PoolSizeOf(source.ConnectionString);

    /// <summary>
    /// True if a load or check that finds nothing reports whether owners have expired. If false, the store tries to end expired owners each time.
    /// </summary>
    public virtual bool ReportsExpiredOwners => false;

    /// <summary>True if there is a statement that loads several instances.</summary>
    public virtual bool BatchesLoads => false;

    /// <summary>True if messages can be stored together with other calls.</summary>
    public virtual bool BatchesMessages => false;

    /// <summary>
    /// True if first saves with keys or requests can be written together. Requires that the statements insert them in the order of their ids, because two
    /// processes that insert the same ones would otherwise wait for each other.
    /// </summary>
    public virtual bool BatchesStarts => false;

    /// <summary>
    /// True if transactions above the isolation level read committed read a snapshot from their start, and do not prevent others from changing the data.
    /// </summary>
    public virtual bool ReadsSnapshots => false;

    protected ScriptFolder Scripts { get; } = new(folder, options.SchemaName, quotes);

    /// <summary>Creates a call.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on the connection; null for none, or for one of <see cref="System.Transactions"/>.</param>
    public abstract ServerCall Call(DbConnection connection, DbTransaction? transaction = null);

    /// <summary>Sends a statement with Dapper; returns the rows of all its results.</summary>
    public async Task<List<T>> QueryAsync<T>(DbConnection connection, ServerStatement statement, CancellationToken cancellationToken)
    {
        List<T> rows = [];
        SqlMapper.GridReader results = await connection.QueryMultipleAsync(CommandOf(connection, statement, cancellationToken)).ConfigureAwait(false);
        await using (results.ConfigureAwait(false))
        {
            while (!results.IsConsumed)
            {
                rows.AddRange(await results.ReadAsync<T>().ConfigureAwait(false));
            }
        }

        return rows;
    }

    /// <summary>Sends a statement with one result with Dapper, on the thread of the caller; returns the rows.</summary>
    public List<T> Query<T>(DbConnection connection, ServerStatement statement) =>
        connection.Query<T>(CommandOf(connection, statement, CancellationToken.None)).AsList();

    /// <summary>Sends a statement with Dapper; returns the reader, whose disposal ends the call. The first row of the statement is next.</summary>
    public virtual Task<DbDataReader> ReadAsync(DbConnection connection, ServerStatement statement, CancellationToken cancellationToken) =>
        connection.ExecuteReaderAsync(CommandOf(connection, statement, cancellationToken));

    /// <summary>Sends a statement without a result with Dapper.</summary>
    public Task ExecuteAsync(DbConnection connection, ServerStatement statement, CancellationToken cancellationToken) =>
        connection.ExecuteAsync(CommandOf(connection, statement, cancellationToken));

    /// <summary>Returns a list as a parameter of <see cref="DynamicParameters"/>.</summary>
    public abstract object ListOf<T>(IEnumerable<T> values)
        where T : struct, IFormattable;

    /// <summary>Splits a script into the parts that the server accepts separately.</summary>
    public abstract IReadOnlyList<string> PartsOf(string script);

    /// <summary>Reads a time; null for a null value.</summary>
    public abstract DateTimeOffset? TimeOf(DbDataReader reader, int column);

    /// <summary>Reads several ids from one column.</summary>
    public abstract IReadOnlyCollection<Guid> IdsOf(DbDataReader reader, int column);

    /// <summary>Reads bookmarks, starting at a column; their columns are the last ones.</summary>
    public abstract IReadOnlyList<SavedBookmark> BookmarksOf(DbDataReader reader, int column);

    /// <summary>Returns the text of a statement that is sent unchanged.</summary>
    public string Statement(string name) => Scripts[name];

    /// <summary>Returns the connection of a transaction of the application, which must use the database of the store.</summary>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">The transaction is in another database.</exception>
    public virtual DbConnection ConnectionOf(DbTransaction transaction)
    {
        using DbConnection own = source.CreateConnection();
        DbConnection connection = ApplicationTransaction.ConnectionOf(transaction, own);

        // A connection that is not open yet knows neither the default database of its login nor which of several servers it will connect to.
        bool isSameDatabase = own.Database.Length == 0 || string.Equals(own.Database, connection.Database, StringComparison.OrdinalIgnoreCase);
        bool isSameServer = own.DataSource.Contains(',', StringComparison.Ordinal)
            || string.Equals(own.DataSource, connection.DataSource, StringComparison.OrdinalIgnoreCase);
        return isSameDatabase && isSameServer ? connection : throw new ArgumentException(
            $"The transaction is in the database '{connection.Database}' on '{connection.DataSource}' and the store in '{own.Database}' on '{own.DataSource}'; begin it on a connection to the database of the store.",
            nameof(transaction));
    }

    /// <summary>Checks the schema on a separate connection, unless it was checked already.</summary>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        if (!_isChecked)
        {
            DbConnection connection = await OpenAsync(cancellationToken).ConfigureAwait(false);
            await connection.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Opens a connection outside any transaction, to a database with the current schema version.</summary>
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

    /// <summary>Opens a connection outside any transaction, on the calling thread.</summary>
    public DbConnection Open()
    {
        using TransactionScope suppressed = new(TransactionScopeOption.Suppress);
        DbConnection connection = source.OpenConnection();
        suppressed.Complete();
        return connection;
    }

    /// <summary>Opens a connection outside any transaction, to a database that may have no schema yet.</summary>
    public async Task<DbConnection> OpenUncheckedAsync(CancellationToken cancellationToken)
    {
        Task<DbConnection> opening;

        // A driver reads the ambient transaction synchronously when the call starts, so it is suppressed only around the start of the call.
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

    /// <summary>Opens a connection in a transaction: the existing connection of the transaction if it is not in use.</summary>
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

    /// <summary>
    /// Determines how connections to this database can be used, before the first other call. Does nothing unless an engine overrides it.
    /// </summary>
    /// <param name="connection">A connection outside any transaction.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <exception cref="InstancePersistenceException">The database, or the source of its connections, does not meet the requirements of the store.</exception>
    public virtual Task ExamineAsync(DbConnection connection, CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Applies the session settings for flushes to a connection that is kept for them. Does nothing unless an engine overrides it.</summary>
    public virtual Task BeginFlushesAsync(DbConnection connection) => Task.CompletedTask;

    /// <summary>Resets the session settings before the connection returns to its pool.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="isBroken">True if a call on the connection has failed, so that its state is unknown.</param>
    public virtual Task EndFlushesAsync(DbConnection connection, bool isBroken) => Task.CompletedTask;

    /// <summary>Returns the version of the schema in the database; 0 if there is no schema.</summary>
    /// <exception cref="InstancePersistenceException">The schema exists, but its version is missing.</exception>
    public async Task<int> VersionOfAsync(DbConnection connection, DbTransaction? transaction, CancellationToken cancellationToken)
    {
        ServerStatement table = new("SchemaTable") { Transaction = transaction }, version = new("SchemaVersion") { Transaction = transaction };
        if (!(await QueryAsync<bool>(connection, table, cancellationToken).ConfigureAwait(false))[0])
        {
            return 0;
        }

        int found = (await QueryAsync<int>(connection, version, cancellationToken).ConfigureAwait(false))[0];
        return found > 0 ? found : throw new InstancePersistenceException(
            $"{Name} has lost the version of the schema '{SchemaName}'; insert the row of the version into '{SchemaName}.schema_version' again, or restore the database from a backup.");
    }

    /// <summary>Throws if a schema version is newer than this library.</summary>
    /// <exception cref="InstancePersistenceException">The schema is newer than this version of the library.</exception>
    public void RefuseNewer(int version)
    {
        if (version > SchemaVersions.Count)
        {
            throw new InstancePersistenceException(
                $"{Name} has version {version} of the schema '{SchemaName}' and this version of the library knows {SchemaVersions.Count}; update the package.");
        }
    }

    /// <summary>Returns the text that is sent for a statement.</summary>
    protected abstract string TextOf(DbConnection connection, ServerStatement statement);

    /// <summary>Returns the transaction of a statement, which a driver may require to be named.</summary>
    protected virtual DbTransaction? TransactionOf(DbConnection connection, ServerStatement statement) => statement.Transaction;

    private CommandDefinition CommandOf(DbConnection connection, ServerStatement statement, CancellationToken cancellationToken) => new(
        TextOf(connection, statement), statement.Parameters, TransactionOf(connection, statement), TimeoutSeconds, cancellationToken: cancellationToken);

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

    /// <summary>Reads the maximum pool size, whose key differs between the drivers. Without a pool, only the server limits the number of connections.</summary>
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
