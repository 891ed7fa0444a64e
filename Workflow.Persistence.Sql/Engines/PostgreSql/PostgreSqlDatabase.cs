using System.Collections.Concurrent;
using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The database on its server: opens connections to it, and checks its schema. Thread-safe.</summary>
internal sealed class PostgreSqlDatabase(DbDataSource source, SqlInstanceStoreOptions options)
{
    private readonly ScriptFolder _scripts = new("PostgreSql", options.SchemaName);
    private readonly ConcurrentDictionary<string, PostgreSqlStatement> _statements = [];
    private volatile bool _isChecked;

    public IReadOnlyList<string> SchemaVersions => _scripts.Versions;

    /// <summary>The database and its server, for messages; never with a password.</summary>
    public string Name { get; } = NameOf(source);

    public string SchemaName => options.SchemaName;

    public int TimeoutSeconds => (int)Math.Ceiling(options.CommandTimeout.TotalSeconds);

    /// <summary>A statement by its name.</summary>
    public PostgreSqlStatement this[string name] => _statements.GetOrAdd(name, static (name, scripts) => new PostgreSqlStatement(scripts[name]), _scripts);

    /// <summary>One statement of several texts, under a name.</summary>
    public PostgreSqlStatement Composed(params string[] names) => _statements.GetOrAdd(
        string.Join('+', names), (_, scripts) => new PostgreSqlStatement(string.Concat(names.Select(name => scripts[name]))), _scripts);

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
        catch (Exception failure) when (PostgreSqlFailures.IsUnreachable(failure))
        {
            throw new DatabaseUnreachableException(PostgreSqlFailures.Translate(failure, this).Message, failure);
        }
    }

    /// <summary>Opens a connection in a transaction: the one that the transaction has already, if nobody uses that now.</summary>
    public async Task<DbConnection> OpenInAsync(Transaction transaction)
    {
        Task<DbConnection> opening;
        using (TransactionScope inside = new(transaction))
        {
            opening = source.OpenConnectionAsync().AsTask();
            inside.Complete();
        }

        return await opening.ConfigureAwait(false);
    }

    /// <summary>The version of the schema in the database; 0: there is none.</summary>
    public async Task<int> VersionOfAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        PostgreSqlCall table = new(this, connection);
        await using (table.ConfigureAwait(false))
        {
            if (!(await table.Add("SchemaTable").ReadColumnAsync<bool>(cancellationToken).ConfigureAwait(false))[0])
            {
                return 0;
            }
        }

        PostgreSqlCall version = new(this, connection);
        await using (version.ConfigureAwait(false))
        {
            return (await version.Add("SchemaVersion").ReadColumnAsync<int>(cancellationToken).ConfigureAwait(false))[0];
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

        int version = await VersionOfAsync(connection, cancellationToken).ConfigureAwait(false);
        RefuseNewer(version);
        if (version < SchemaVersions.Count)
        {
            throw new InstancePersistenceException(version == 0
                ? $"{Name} has no schema '{SchemaName}'; call 'EnsureSchemaAsync' once, or run the scripts of the package."
                : $"{Name} has version {version} of the schema '{SchemaName}' instead of {SchemaVersions.Count}; call 'EnsureSchemaAsync' to upgrade it.");
        }

        _isChecked = true;
    }

    private static string NameOf(DbDataSource source)
    {
        using DbConnection connection = source.CreateConnection();
        return $"The PostgreSQL database '{connection.Database}' on '{connection.DataSource}'";
    }
}
