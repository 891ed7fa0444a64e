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

        // Without this switch, the driver sends statements as they are, and a statement whose parameters have names fails with a syntax error.
        if (AppContext.TryGetSwitch("Npgsql.EnableSqlRewriting", out bool isRewritten) && !isRewritten)
        {
            throw new InstancePersistenceException(
                $"{database.Name} is used without 'Npgsql.EnableSqlRewriting', and the parameters of the store have names; do not set this switch to false.");
        }

        (int session, string encoding) = await ReadAsync(database, connection, cancellationToken).ConfigureAwait(false);
        _prepare = encoding == Encoding
            ? prepares ?? (!_areMultiplexed && session == SessionOf(connection))
            : throw new InstancePersistenceException(
                $"{database.Name} has the encoding '{encoding}', which does not have every character of a text; create the database with ENCODING '{Encoding}'.");
    }

    /// <summary>Reads the session and the encoding, with an array as a parameter.</summary>
    private static async Task<(int Session, string Encoding)> ReadAsync(
        PostgreSqlDatabase database, DbConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            ServerStatement examine = new("Examine", new { probe = Array.Empty<Guid>() });
            return (await database.QueryAsync<(int, string)>(connection, examine, cancellationToken).ConfigureAwait(false))[0];
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
