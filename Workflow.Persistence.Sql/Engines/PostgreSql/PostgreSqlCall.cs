using System.Data;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A batch of statements that the server runs in one transaction. Not thread-safe.</summary>
internal sealed class PostgreSqlCall : ServerCall
{
    private readonly PostgreSqlDatabase _database;
    private readonly DbBatch _batch;
    private readonly List<PostgreSqlStatement> _statements = [];
    private readonly bool _isPart;
    private readonly bool _isSet;
    private bool _hasSettings;

    public PostgreSqlCall(PostgreSqlDatabase database, DbConnection connection, DbTransaction? transaction)
    {
        _database = database;
        _batch = connection.CreateBatch();
        _isPart = transaction is not null || database.IsEnlisted(connection);
        _isSet = !_isPart && database.HasSettings(connection);
        _batch.Transaction = transaction;
        _batch.Timeout = database.TimeoutSeconds;
    }

    public override ServerCall Add(params string[] names)
    {
        PostgreSqlStatement statement = _database[names];
        DbBatchCommand command = _batch.CreateBatchCommand();
        command.CommandText = _isPart ? statement.TextInTransaction : statement.Text;
        if (statement.TakeParameters() is { } used)
        {
            command.Parameters.AddRange(used);
        }
        else
        {
            foreach (string name in statement.Names)
            {
                command.Parameters.Add(command.CreateParameter());
            }
        }

        _statements.Add(statement);
        _batch.BatchCommands.Add(command);
        return this;
    }

    public override ServerCall WithBatchPlans() => AddSettings("SettingsForBatches");

    public override ServerCall WithIndexPlans() => AddSettings("SettingsForIndexes");

    public override ServerCall Set<T>(string name, T value)
    {
        PostgreSqlStatement statement = _statements[^1];
        for (int i = 0; i < statement.Names.Count; i++)
        {
            if (statement.Names[i] == name)
            {
                DbParameter parameter = _batch.BatchCommands[^1].Parameters[i];
                if (typeof(T) == typeof(string))
                {
                    parameter.DbType = DbType.String;
                }

                parameter.Value = value is null ? DBNull.Value : value;
                return this;
            }
        }

        throw new ArgumentException($"The statement has no parameter '{name}'.", nameof(name));
    }

    /// <summary>Sends the statements. If statements may be prepared, the server keeps their plans for the connection.</summary>
    public override async Task<DbDataReader> ReadAsync(CancellationToken cancellationToken)
    {
        if (_database.Prepares)
        {
            await _batch.PrepareAsync(cancellationToken).ConfigureAwait(false);
        }

        DbDataReader reader = await _batch.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        if (_hasSettings)
        {
            await reader.NextResultAsync(cancellationToken).ConfigureAwait(false);
        }

        return reader;
    }

    public override DbDataReader Read()
    {
        if (_database.Prepares)
        {
            _batch.Prepare();
        }

        return _batch.ExecuteReader();
    }

    /// <summary>
    /// Keeps the parameter objects for later calls. A save has about forty parameters, which made up a seventh of all allocations of an instance with messages.
    /// </summary>
    public override void Recycle()
    {
        for (int i = 0; i < _statements.Count; i++)
        {
            DbParameterCollection parameters = _batch.BatchCommands[i].Parameters;
            DbParameter[] used = new DbParameter[parameters.Count];
            parameters.CopyTo(used, 0);
            parameters.Clear();
            _statements[i].Keep(used);
        }
    }

    public override ValueTask DisposeAsync() => _batch.DisposeAsync();

    /// <summary>
    /// Adds settings that end with the transaction. Not added in a transaction that continues after the call, because they would also affect other statements.
    /// </summary>
    private ServerCall AddSettings(string name)
    {
        _hasSettings = !_isPart && !_isSet;
        return _hasSettings ? Add(name) : this;
    }
}
