using System.Data.Common;
using Microsoft.Data.Sqlite;
using Npgsql;
using SQLitePCL;

namespace Workflow.Persistence.Sql.Tests.Crash;

/// <summary>The database of processes that tests kill, in a form that can be passed to the processes: a SQLite file, or a schema on PostgreSQL.</summary>
/// <param name="File">The SQLite file. Empty on PostgreSQL.</param>
/// <param name="Connection">The connection string of PostgreSQL. Empty on SQLite.</param>
/// <param name="Schema">The schema.</param>
internal sealed record CrashTarget(string File, string Connection, string Schema)
{
    /// <summary>The environment variable that passes the target to a process. Other users could read command-line arguments.</summary>
    private const string Variable = "WORKFLOW_CRASH_TARGET";

    /// <summary>The application name of the database sessions of the processes.</summary>
    public const string ProcessName = "workflow-tests-process";

    public bool IsFile => Connection.Length == 0;

    public static CrashTarget OfFile(string file) => new(file, string.Empty, "workflow");

    /// <summary>Returns the target that was passed to this process.</summary>
    public static CrashTarget OfProcess() => Environment.GetEnvironmentVariable(Variable)!.Split('\n') is [var file, var connection, var schema]
        ? new(file, connection, schema)
        : throw new InvalidOperationException("There is no target.");

    public void PassTo(IDictionary<string, string?> environment) =>
        environment[Variable] = string.Join(
            '\n',
            File,
            IsFile ? string.Empty : new NpgsqlConnectionStringBuilder(Connection) { ApplicationName = ProcessName }.ConnectionString,
            Schema);

    /// <summary>Creates a data source for the database.</summary>
    /// <param name="step">The action that is called on SQLite before and after each statement, and at each commit. Null if no action is called.</param>
    public DbDataSource Source(Action? step = null) => IsFile
        ? new TracedSource(new SqliteConnectionStringBuilder { DataSource = File, Pooling = false }.ToString(), step)
        : NpgsqlDataSource.Create(Connection);

    public SqlInstanceStore Open(DbDataSource source, SqlInstanceStoreOptions? options = null)
    {
        options ??= new SqlInstanceStoreOptions();
        options.SchemaName = Schema;
        options.RetryDelay = TimeSpan.FromMilliseconds(20);
        options.MaxRetryAttempts = 100;
        return new SqlInstanceStore(source, options);
    }

    /// <summary>Returns the text of a statement for this target. The input is written for the schema 'workflow' of PostgreSQL.</summary>
    public string Text(string statement) => statement.Replace("workflow.", IsFile ? Schema + "_" : Schema + ".", StringComparison.Ordinal);

    /// <summary>Runs a statement, and returns the values of all rows.</summary>
    public async Task<List<object?[]>> ReadAsync(DbDataSource source, string statement)
    {
        await using DbConnection connection = await source.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = Text(statement);
#pragma warning restore CA2100
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        List<object?[]> rows = [];
        while (await reader.ReadAsync())
        {
            object[] row = new object[reader.FieldCount];
            reader.GetValues(row);
            rows.Add([.. row.Select(value => value is DBNull ? null : value)]);
        }

        return rows;
    }

    public async Task<object?> ReadValueAsync(DbDataSource source, string statement) => (await ReadAsync(source, statement))[0][0];

    /// <summary>The SQL expression for the current time in a SQLite file.</summary>
    public const string FileTime = "CAST((julianday('now') - 2440587.5) * 86400000000.0 AS INTEGER)";

    /// <summary>Ends the leases of killed processes, so that tests need not wait until the leases expire.</summary>
    /// <param name="source">The database.</param>
    /// <param name="owner">The name of an owner. Null for all owners.</param>
    public Task EndLeasesAsync(DbDataSource source, string? owner = null) => ReadAsync(
        source,
        $"UPDATE workflow.owner SET lease_until = {(IsFile ? FileTime : "workflow.store_time()")} {(owner is null ? string.Empty : $"WHERE name = '{owner}'")}");

    private sealed class TracedSource(string connectionString, Action? step) : DbDataSource
    {
        public override string ConnectionString => connectionString;

        protected override DbConnection CreateDbConnection()
        {
            SqliteConnection connection = new(connectionString);
            if (step is { } action)
            {
                connection.StateChange += (_, change) =>
                {
                    if (change.CurrentState == System.Data.ConnectionState.Open)
                    {
                        Trace(connection.Handle!, action);
                    }
                };
            }

            return connection;
        }

        private static void Trace(sqlite3 handle, Action step)
        {
            raw.sqlite3_trace(handle, (strdelegate_trace)((_, _) => step()), null);
            raw.sqlite3_profile(handle, (strdelegate_profile)((_, _, _) => step()), null);
            raw.sqlite3_commit_hook(
                handle,
                _ =>
                {
                    step();
                    return 0;
                },
                null);
        }
    }
}
