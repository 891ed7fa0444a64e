using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Workflow.Persistence.Sql;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A database with the tables of the tracking service. Thread-safe.</summary>
internal sealed class TrackingDatabase
{
    // Below the lowest limit of the servers: 2,100 parameters for each statement.
    private const int MostParameters = 1500;

    private const string Synchronously =
        "SqlClient loses its place in texts of any length if such a row ends in the middle of a packet and is read asynchronously. The callers wait for the rows anyway.";

    // The connection types are identified by name, because the package references no driver.
    private static readonly (string Connection, string Schema, DbType? Time)[] Engines =
    [
        ("Microsoft.Data.Sqlite.SqliteConnection", "Sqlite", null),
        ("Npgsql.NpgsqlConnection", "PostgreSql", null),
        ("Microsoft.Data.SqlClient.SqlConnection", "SqlServer", DbType.DateTime2),
    ];

    private readonly DbDataSource _source;
    private readonly DbType? _timeType;
    private readonly string _schema;

    /// <exception cref="NotSupportedException">The connections belong to an unknown engine.</exception>
    public TrackingDatabase(DbDataSource source)
    {
        using DbConnection connection = source.CreateConnection();
        for (Type? type = connection.GetType(); type is not null; type = type.BaseType)
        {
            if (Array.Find(Engines, engine => engine.Connection == type.FullName) is { Connection: not null } found)
            {
                (_, _schema, _timeType) = found;
                _source = CanEnlist ? source : new SqliteFileSource(source);
                return;
            }
        }

        throw new NotSupportedException(
            $"Tracking cannot use connections of the type '{connection.GetType().FullName}'; use a data source of Microsoft.Data.SqlClient, Npgsql or Microsoft.Data.Sqlite.");
    }

    /// <summary>True if a connection can take part in a transaction of System.Transactions.</summary>
    public bool CanEnlist => _schema != "Sqlite";

    public ValueTask<DbConnection> OpenAsync(CancellationToken cancellationToken) => _source.OpenConnectionAsync(cancellationToken);

    /// <summary>Creates the tables that do not exist.</summary>
    public async Task EnsureSchemaAsync(CancellationToken cancellationToken)
    {
        string resource = $"Tracking/{_schema}.sql";
        using StreamReader reader = new(Assembly.GetExecutingAssembly().GetManifestResourceStream(resource)!);
        string script = await reader.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
        DbConnection connection = await OpenAsync(cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable connectionEnd = connection.ConfigureAwait(false);
        await ExecuteAsync(connection, null, script, [], cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Creates a command. A null value needs the type of its column: a Guid if the name of the parameter contains '_id', otherwise a string.</summary>
    public DbCommand Command(DbConnection connection, DbTransaction? transaction, string text, IEnumerable<(string Name, object? Value)> values)
    {
        DbCommand command = connection.CreateCommand();
        command.CommandText = text;
        command.Transaction = transaction;
        foreach ((string name, object? value) in values)
        {
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = name;
            if (value is DateTime && _timeType is { } timeType)
            {
                parameter.DbType = timeType;
            }
            else if (value is null)
            {
                parameter.DbType = name.Contains("_id", StringComparison.Ordinal) ? DbType.Guid : DbType.String;
            }

            parameter.Value = value ?? DBNull.Value;
            command.Parameters.Add(parameter);
        }

        return command;
    }

    public async Task<int> ExecuteAsync(
        DbConnection connection, DbTransaction? transaction, string text, IEnumerable<(string Name, object? Value)> values, CancellationToken cancellationToken)
    {
        DbCommand command = Command(connection, transaction, text, values);
        await using ConfiguredAsyncDisposable commandEnd = command.ConfigureAwait(false);
        return await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Inserts rows, many with one statement.</summary>
    public async Task InsertAsync(
        DbConnection connection,
        DbTransaction? transaction,
        string table,
        string[] columns,
        IReadOnlyList<object?[]> rows,
        CancellationToken cancellationToken)
    {
        foreach (object?[][] part in rows.Chunk(MostParameters / columns.Length))
        {
            string values = string.Join(", ", part.Select((_, row) => $"({string.Join(", ", columns.Select(column => $"@{column}{row}"))})"));
            await ExecuteAsync(
                connection,
                transaction,
                $"INSERT INTO {table} ({string.Join(", ", columns)}) VALUES {values}",
                part.SelectMany((row, index) => row.Select((value, column) => ($"@{columns[column]}{index}", value))),
                cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Reads rows.</summary>
    [SuppressMessage("Performance", "CA1849:Call async methods when in an async method", Justification = Synchronously)]
    [SuppressMessage("Usage", "VSTHRD103:Call async methods when in an async method", Justification = Synchronously)]
    [SuppressMessage("Usage", "MA0042:Do not use blocking calls in an async method", Justification = Synchronously)]
    public async Task<List<T>> QueryAsync<T>(
        string text,
        (string Name, object? Value)[] values,
        Func<DbDataReader, T> read,
        CancellationToken cancellationToken)
    {
        DbConnection connection = await OpenAsync(cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable connectionEnd = connection.ConfigureAwait(false);
        DbCommand command = Command(connection, null, text, values);
        await using ConfiguredAsyncDisposable commandEnd = command.ConfigureAwait(false);
        DbDataReader reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        await using ConfiguredAsyncDisposable readerEnd = reader.ConfigureAwait(false);
        List<T> rows = [];
        while (reader.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            rows.Add(read(reader));
        }

        return rows;
    }
}
