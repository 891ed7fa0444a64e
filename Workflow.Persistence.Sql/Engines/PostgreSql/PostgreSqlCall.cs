using System.Data;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Statements that go to the server together, in one transaction. Not thread-safe.</summary>
internal sealed class PostgreSqlCall : IAsyncDisposable
{
    private readonly PostgreSqlDatabase _database;
    private readonly DbBatch _batch;
    private PostgreSqlStatement? _statement;

    public PostgreSqlCall(PostgreSqlDatabase database, DbConnection connection)
    {
        _database = database;
        _batch = connection.CreateBatch();
        _batch.Timeout = database.TimeoutSeconds;
    }

    /// <summary>Adds a statement by its name.</summary>
    public PostgreSqlCall Add(string name) => Add(_database[name]);

    /// <summary>Adds a statement, whose parameters are set next.</summary>
    public PostgreSqlCall Add(PostgreSqlStatement statement)
    {
        _statement = statement;
        DbBatchCommand command = _batch.CreateBatchCommand();
        command.CommandText = statement.Text;
        foreach (string name in statement.Names)
        {
            command.Parameters.Add(command.CreateParameter());
        }

        _batch.BatchCommands.Add(command);
        return this;
    }

    /// <summary>Sets a parameter of the last statement. The driver takes the type from the value; a text may be null.</summary>
    public PostgreSqlCall Set<T>(string name, T value)
    {
        for (int i = 0; i < _statement!.Names.Count; i++)
        {
            if (_statement.Names[i] == name)
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

    /// <summary>Sends the statements. The server keeps their plans for the connection.</summary>
    public async Task<DbDataReader> ReadAsync(CancellationToken cancellationToken)
    {
        await _batch.PrepareAsync(cancellationToken).ConfigureAwait(false);
        return await _batch.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends the statements; returns the first column of all rows of all of them.</summary>
    public async Task<List<T>> ReadColumnAsync<T>(CancellationToken cancellationToken)
    {
        List<T> values = [];
        DbDataReader reader = await ReadAsync(cancellationToken).ConfigureAwait(false);
        await using (reader.ConfigureAwait(false))
        {
            do
            {
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    values.Add(await reader.GetFieldValueAsync<T>(0, cancellationToken).ConfigureAwait(false));
                }
            }
            while (await reader.NextResultAsync(cancellationToken).ConfigureAwait(false));
        }

        return values;
    }

    public ValueTask DisposeAsync() => _batch.DisposeAsync();
}
