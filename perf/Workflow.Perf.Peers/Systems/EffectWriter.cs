using System.Data.Common;
using Microsoft.Data.Sqlite;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>
/// Writes each effect in its own transaction, as an application does: on a connection from its pool or, with SQLite, which has one writer at a time, on a
/// single connection.
/// </summary>
internal sealed class EffectWriter(DbDataSource source) : IDisposable
{
    private readonly SemaphoreSlim _writer = new(1);
    private SqliteConnection? _connection;

    public async Task AddAsync(Guid instance, int step)
    {
        if (source.CreateConnection() is not SqliteConnection created)
        {
            await using DbConnection connection = await source.OpenConnectionAsync();
            await Effects.AddAsync(connection, null, instance, step);
            return;
        }

        await _writer.WaitAsync();
        try
        {
            _connection ??= await OpenAsync(created);
            await Effects.AddAsync(_connection, null, instance, step);
        }
        finally
        {
            _writer.Release();
        }
    }

    public void Dispose()
    {
        _connection?.Dispose();
        _writer.Dispose();
    }

    /// <summary>Opens a connection on which SQLite itself waits for the lock of the file. The client would try again only after 150 ms.</summary>
    private static async Task<SqliteConnection> OpenAsync(SqliteConnection connection)
    {
        await connection.OpenAsync();
        await using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "PRAGMA busy_timeout = 30000; PRAGMA synchronous = FULL";
        await command.ExecuteNonQueryAsync();
        return connection;
    }
}
