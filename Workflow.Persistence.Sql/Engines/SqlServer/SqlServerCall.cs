using System.Data;
using System.Data.Common;
using System.Globalization;
using Microsoft.Data.SqlClient;

namespace Workflow.Persistence.Sql;

/// <summary>Statements that are sent to the server as one command text and share their parameters. Not thread-safe.</summary>
internal sealed class SqlServerCall : ServerCall
{
    private const int LongestText = 4000, Unlimited = -1;

    private readonly SqlServerDatabase _database;
    private readonly SqlCommand _command;
    private string _names;

    /// <summary>Creates a call.</summary>
    /// <param name="database">The database.</param>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on the connection; null for none.</param>
    /// <param name="first">The names of the first statements, separated by spaces.</param>
    public SqlServerCall(SqlServerDatabase database, SqlConnection connection, SqlTransaction? transaction, string first)
    {
        _database = database;
        _names = first;
        _command = connection.CreateCommand();
        _command.Transaction = transaction;
        _command.CommandTimeout = database.TimeoutSeconds;
    }

    public override ServerCall Add(params string[] names)
    {
        _names = $"{_names} {string.Join(' ', names)}".TrimStart();
        return this;
    }

    /// <summary>Sets a parameter. An array is passed as a comma-separated text, which the statement splits.</summary>
    public override ServerCall Set<T>(string name, T value) => value switch
    {
        Guid[] ids => SetText(name, string.Join(',', ids)),
        int[] numbers => SetText(name, string.Join(',', numbers.Select(number => number.ToString(CultureInfo.InvariantCulture)))),
        short[] numbers => SetText(name, string.Join(',', numbers.Select(number => number.ToString(CultureInfo.InvariantCulture)))),
        null or string => SetText(name, value as string),
        Guid id => SetScalar(name, SqlDbType.UniqueIdentifier, id),
        byte[] bytes => SetLong(name, SqlDbType.VarBinary, bytes),
        long number => SetScalar(name, SqlDbType.BigInt, number),
        int number => SetScalar(name, SqlDbType.Int, number),
        short number => SetScalar(name, SqlDbType.SmallInt, number),
        bool flag => SetScalar(name, SqlDbType.Bit, flag),
        _ => throw new ArgumentException($"The parameter '{name}' cannot be a '{typeof(T)}'.", nameof(value)),
    };

    /// <summary>Sets a parameter of any length.</summary>
    public SqlServerCall SetLong(string name, SqlDbType type, object value) =>
        SetParameter(new SqlParameter(name, type, Unlimited) { Value = value });

    public override DbDataReader Read()
    {
        Compose();
        return _command.ExecuteReader();
    }

    public override async Task<DbDataReader> ReadAsync(CancellationToken cancellationToken)
    {
        Compose();
        return await _command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
    }

    public override ValueTask DisposeAsync() => _command.DisposeAsync();

#pragma warning disable CA2100 // The text is a resource of this assembly, with a validated schema name.
    private void Compose() => _command.CommandText = _database.TextOf(_names);
#pragma warning restore CA2100

    /// <summary>Sets a text. Only two parameter sizes are used, so that the server caches few plans.</summary>
    private SqlServerCall SetText(string name, string? text) => SetParameter(
        new SqlParameter(name, SqlDbType.NVarChar, text?.Length > LongestText ? Unlimited : LongestText) { Value = text is null ? DBNull.Value : text });

    private SqlServerCall SetScalar(string name, SqlDbType type, object value) =>
        SetParameter(new SqlParameter(name, type) { Value = value });

    /// <summary>
    /// Adds a parameter. Statements that are sent together share a parameter of the same name, which must have the same value in all of them.
    /// </summary>
    private SqlServerCall SetParameter(SqlParameter parameter)
    {
        if (!_command.Parameters.Contains(parameter.ParameterName))
        {
            _command.Parameters.Add(parameter);
        }

        return this;
    }
}
