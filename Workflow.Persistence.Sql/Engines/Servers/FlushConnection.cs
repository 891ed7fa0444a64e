using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The connection of the flushes that follow one another. It is kept as long as there is something to flush, because a pool resets each connection that it gets back. Not thread-safe.
/// </summary>
internal sealed class FlushConnection(ServerDatabase database) : IAsyncDisposable
{
    private DbConnection? _connection;

    /// <summary>Does something on the connection, which is opened when it is needed, and given up when the call fails.</summary>
    public async Task<T> RunAsync<T>(Func<DbConnection, Task<T>> call)
    {
        _connection ??= await database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            return await call(_connection).ConfigureAwait(false);
        }
        catch
        {
            await DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Gives the connection back to its pool. Does not throw.</summary>
    public async ValueTask DisposeAsync()
    {
        DbConnection? connection = _connection;
        _connection = null;
        if (connection is null)
        {
            return;
        }

        try
        {
            await connection.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // It is given up all the same. The calls of the flush have their answers, and those that wait need a connection anyway.
        }
    }
}
