using System.Data.Common;
using System.Globalization;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A database server on which each test class creates its own database.</summary>
/// <remarks>
/// The name of a database contains a number that identifies the process that created it. Each process holds a lock with its number as long as it runs.
/// A process can therefore drop the databases of crashed processes, and only those. Thread-safe.
/// </remarks>
internal abstract class DatabaseServer(DbProviderFactory factory, string connectionString) : IAsyncDisposable
{
    private const string Prefix = "workflow_tests_";

    /// <summary>Serializes the creation and removal of databases, because not every engine supports two such statements at once.</summary>
    private readonly SemaphoreSlim _turn = new(1, 1);
    private DbConnection? _session;
    private int _process;
    private int _databases;

    protected DbProviderFactory Factory { get; } = factory;

    /// <summary>The connection string of the database from which the other databases are created and dropped.</summary>
    protected string ConnectionString { get; } = connectionString;

    /// <summary>The query for the names of the databases that tests have created, including those of other processes.</summary>
    protected abstract string ListDatabases { get; }

    public abstract string ConnectionStringOf(string database);

    public async Task<string> CreateDatabaseAsync()
    {
        await _turn.WaitAsync();
        try
        {
            _session ??= await BeginSessionAsync();
            string name = string.Create(CultureInfo.InvariantCulture, $"{Prefix}{_process}_{++_databases}");
            await ExecuteAsync($"create database {name}");
            return name;
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Drops a database and ends all connections to it.</summary>
    public async Task DropDatabaseAsync(string database)
    {
        await _turn.WaitAsync();
        try
        {
            await DropAsync(database);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Ends connections to a database on the server's side, as an administrator or a failure of the server does.</summary>
    /// <param name="database">The database.</param>
    /// <param name="session">The number of the session on the server. Null for all connections to the database.</param>
    /// <returns>The number of connections that were ended.</returns>
    public abstract Task<int> CutConnectionsAsync(string database, int? session);

    public virtual async ValueTask DisposeAsync()
    {
        if (_session is not null)
        {
            await _session.DisposeAsync();
        }

        _turn.Dispose();
    }

    /// <summary>Takes the lock of a process for a session. Returns false if another session holds the lock.</summary>
    protected abstract Task<bool> TryLockAsync(DbConnection session, int process);

    protected abstract Task UnlockAsync(DbConnection session, int process);

    protected abstract Task DropAsync(string database);

    protected async Task<DbConnection> ConnectAsync()
    {
        DbConnection connection = Factory.CreateConnection()!;
        connection.ConnectionString = ConnectionString;
        await connection.OpenAsync();
        return connection;
    }

    protected async Task ExecuteAsync(string statement)
    {
        await using DbConnection connection = await ConnectAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text contains no input except names that this class creates.
        command.CommandText = statement;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    protected async Task<List<T>> QueryAsync<T>(string statement)
    {
        await using DbConnection connection = await ConnectAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text contains no input except names that this class creates.
        command.CommandText = statement;
#pragma warning restore CA2100
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        List<T> values = [];
        while (await reader.ReadAsync())
        {
            values.Add(await reader.GetFieldValueAsync<T>(0));
        }

        return values;
    }

    /// <summary>Opens the session that holds the lock of this process, and drops the databases of crashed processes.</summary>
    private async Task<DbConnection> BeginSessionAsync()
    {
        DbConnection session = await ConnectAsync();
        do
        {
            _process = Random.Shared.Next(1, int.MaxValue);
        }
        while (!await TryLockAsync(session, _process));

        await DropAbandonedAsync(session);
        return session;
    }

    private async Task DropAbandonedAsync(DbConnection session)
    {
        foreach (IGrouping<int, string> databases in (await QueryAsync<string>(ListDatabases)).GroupBy(ProcessOf))
        {
            if (databases.Key != _process && await TryLockAsync(session, databases.Key))
            {
                foreach (string database in databases)
                {
                    await DropAsync(database);
                }

                await UnlockAsync(session, databases.Key);
            }
        }
    }

    private static int ProcessOf(string database) => int.Parse(database[Prefix.Length..].Split('_')[0], CultureInfo.InvariantCulture);
}
