using System.Data.Common;
using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql;

/// <summary>A prepared command that is executed repeatedly. Not thread-safe.</summary>
internal sealed partial class SqliteStatement : IDisposable
{
    private readonly DbCommand _command;
    private readonly Dictionary<string, DbParameter> _parameters = [];

    public SqliteStatement(DbConnection connection, string text, int timeoutSeconds)
    {
        _command = connection.CreateCommand();
        _command.CommandText = text;
        _command.CommandTimeout = timeoutSeconds;
        foreach (string name in Parameter().Matches(text).Select(match => match.Value).Distinct())
        {
            DbParameter parameter = _command.CreateParameter();
            parameter.ParameterName = name;
            _command.Parameters.Add(parameter);
            _parameters.Add(name, parameter);
        }
    }

    /// <summary>Sets a parameter, which keeps its value until it is set again.</summary>
    public SqliteStatement Set(string name, object? value)
    {
        _parameters[name].Value = value ?? DBNull.Value;
        return this;
    }

    /// <summary>Executes the statement; returns the number of changed rows.</summary>
    public int Run() => _command.ExecuteNonQuery();

    /// <summary>Executes the statement on the row of an instance; returns the number of changed rows.</summary>
    /// <exception cref="SnapshotException">
    /// The row violates a constraint in a column that the statement does not set, so the row is damaged. Nothing was changed.
    /// </exception>
    public int RunOn(Guid instanceId)
    {
        try
        {
            return Run();
        }
        catch (DbException failure) when (SqliteFailures.IsConstraint(failure))
        {
            throw new SnapshotException(
                $"The row of the instance '{instanceId}' is damaged: {failure.Message.TrimEnd('.')}; restore the row from a backup.", instanceId, failure);
        }
    }

    /// <summary>Executes the statement to read rows.</summary>
    public DbDataReader Read() => _command.ExecuteReader();

    /// <summary>Executes the statement to read one value; null if there is none.</summary>
    public object? ReadValue() => _command.ExecuteScalar() is { } value and not DBNull ? value : null;

    public void Dispose() => _command.Dispose();

    [GeneratedRegex(@"@\w+", RegexOptions.NonBacktracking)]
    private static partial Regex Parameter();
}
