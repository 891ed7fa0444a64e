using System.Data.Common;
using System.Text.RegularExpressions;

namespace Workflow.Persistence.Sql;

/// <summary>A prepared command that is used again and again. Not thread-safe.</summary>
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

    /// <summary>Runs it; returns how many rows it has changed.</summary>
    public int Run() => _command.ExecuteNonQuery();

    /// <summary>Runs it on the row of an instance; returns how many rows it has changed.</summary>
    /// <exception cref="SnapshotException">The row breaks a constraint in a column that the statement does not set, so it is damaged. Nothing was changed.</exception>
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

    /// <summary>Runs it to read rows.</summary>
    public DbDataReader Read() => _command.ExecuteReader();

    /// <summary>Runs it to read one value; null when there is none.</summary>
    public object? ReadValue() => _command.ExecuteScalar() is { } value and not DBNull ? value : null;

    public void Dispose() => _command.Dispose();

    [GeneratedRegex(@"@\w+", RegexOptions.NonBacktracking)]
    private static partial Regex Parameter();
}
