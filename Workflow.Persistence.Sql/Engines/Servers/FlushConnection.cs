using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The connection of the flushes that follow one another. It is kept as long as there is something to flush, because a pool resets each connection that it gets back. Not thread-safe.
/// </summary>
/// <param name="database">The database.</param>
/// <param name="isNeeded">Whether another call waits for a flush.</param>
internal sealed class FlushConnection(ServerDatabase database, Func<bool> isNeeded) : IAsyncDisposable
{
    private DbConnection? _connection;

    /// <summary>Does something on the connection, which is opened when it is needed. It is given up when the call fails, and when no other call waits: then the caller finds it in the pool.</summary>
    public async Task<T> RunAsync<T>(Func<DbConnection, Task<T>> call)
    {
        _connection ??= await database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        bool hasSucceeded = false;
        try
        {
            T result = await call(_connection).ConfigureAwait(false);
            hasSucceeded = true;
            return result;
        }
        finally
        {
            if (!hasSucceeded || !isNeeded())
            {
                await DisposeAsync().ConfigureAwait(false);
            }
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
