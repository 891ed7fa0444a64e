using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Finds out what the connections of a data source can do. Thread-safe.</summary>
/// <param name="source">Where connections come from.</param>
/// <param name="prepares">Whether statements are prepared; null: find it out.</param>
internal sealed class PostgreSqlConnections(DbDataSource source, bool? prepares)
{
    /// <summary>The only one that holds every text. A store that meets a character that its database lacks would fail in the middle of the work.</summary>
    private const string Encoding = "UTF8";

    private readonly bool _areMultiplexed = new DbConnectionStringBuilder { ConnectionString = source.ConnectionString }.TryGetValue("Multiplexing", out object? value)
        && bool.TryParse(value as string, out bool isOn) && isOn;

    private volatile bool _prepare;

    /// <summary>
    /// Whether each connection stays at one session of the server, so that statements can be prepared. False until a connection was examined: behind a pooler, a prepared statement can be that of another
    /// process with the same name.
    /// </summary>
    public bool Prepare => _prepare;

    /// <exception cref="InstancePersistenceException">The store cannot use such connections.</exception>
    public async Task ExamineAsync(PostgreSqlDatabase database, DbConnection connection, CancellationToken cancellationToken)
    {
        if (_areMultiplexed && prepares == true)
        {
            throw new InstancePersistenceException($"{database.Name} is used over multiplexed connections, which cannot prepare statements; do not set 'PreparesStatements', or remove 'Multiplexing' from the connection string.");
        }

        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            DbDataReader reader = await ReadAsync(database, call, cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                if (reader.GetString(1) is not Encoding and string other)
                {
                    throw new InstancePersistenceException(
                        $"{database.Name} has the encoding '{other}', which does not have every character of a text; create the database with ENCODING '{Encoding}'.");
                }

                _prepare = prepares ?? (!_areMultiplexed && reader.GetInt32(0) == SessionOf(connection));
            }
        }
    }

    private static async Task<DbDataReader> ReadAsync(PostgreSqlDatabase database, ServerCall call, CancellationToken cancellationToken)
    {
        try
        {
            return await call.Add("Examine").Set("@probe", Array.Empty<Guid>()).ReadAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is InvalidCastException or NotSupportedException)
        {
            throw new InstancePersistenceException($"{database.Name} is used by a data source that cannot send arrays; call 'EnableArrays' of its builder, or use an 'NpgsqlDataSource' with the default settings.", failure);
        }
    }

    /// <summary>The number of the session that the server has told the driver; null: none. A pooler tells another number, because the session changes. The driver is not referenced, so its property is found by name.</summary>
    private static int? SessionOf(DbConnection connection) => connection.GetType().GetProperty("ProcessID")?.GetValue(connection) as int?;
}
