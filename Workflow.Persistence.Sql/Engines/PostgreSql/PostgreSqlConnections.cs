using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Determines the capabilities of the connections of a data source. Thread-safe.</summary>
/// <param name="source">The source of the connections.</param>
/// <param name="prepares">True if statements are prepared; null to detect whether they can be.</param>
internal sealed class PostgreSqlConnections(DbDataSource source, bool? prepares)
{
    /// <summary>
    /// The only encoding that can store every text. With another encoding, the store would fail later, at the first character that the database cannot store.
    /// </summary>
    private const string Encoding = "UTF8";

    private readonly bool _areMultiplexed =
        new DbConnectionStringBuilder { ConnectionString = source.ConnectionString }.TryGetValue("Multiplexing", out object? value)
        && bool.TryParse(value as string, out bool isOn) && isOn;

    private volatile bool _prepare;

    /// <summary>
    /// True if each connection keeps one server session, so that statements can be prepared. False until a connection was examined: behind a pooler, a prepared
    /// statement may belong to another process that uses the same name.
    /// </summary>
    public bool Prepare => _prepare;

    /// <summary>Examines a connection.</summary>
    /// <exception cref="InstancePersistenceException">The store cannot use such connections.</exception>
    public async Task ExamineAsync(PostgreSqlDatabase database, DbConnection connection, CancellationToken cancellationToken)
    {
        if (_areMultiplexed && prepares == true)
        {
            throw new InstancePersistenceException(
                $"{database.Name} is used over multiplexed connections, which cannot prepare statements; do not set 'PreparesStatements', or remove 'Multiplexing' from the connection string.");
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
            throw new InstancePersistenceException(
                $"{database.Name} is used by a data source that cannot send arrays; call 'EnableArrays' of its builder, or use an 'NpgsqlDataSource' with the default settings.",
                failure);
        }
    }

    /// <summary>
    /// Returns the session id that the server reported to the driver; null for none. A pooler reports another id, because its sessions change. The driver is
    /// not referenced, so its property is accessed by name.
    /// </summary>
    private static int? SessionOf(DbConnection connection) =>
        connection.GetType().GetProperty("ProcessID")?.GetValue(connection) as int?;
}
