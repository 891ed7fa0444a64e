using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The connection for consecutive flushes. It is kept while there are calls to flush and for a short time after that, because a pool resets each returned
/// connection, and the session settings for flushes would have to be applied again. Only one flush at a time uses it.
/// </summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage(
    "Design", "CA1001:Types that own disposable fields should be disposable", Justification = "The queue ends it.")]
internal sealed class FlushConnection
{
    /// <summary>
    /// The time for which an unused connection is kept. A pool of the default size has a hundred connections, so one kept connection does not matter.
    /// </summary>
    private static readonly TimeSpan KeptFor = TimeSpan.FromSeconds(1);

    /// <summary>
    /// The minimum pool size for keeping an unused connection. A smaller pool gets the connection back at once, because others might wait for it.
    /// </summary>
    private const int LeastPool = 20;

    private readonly ServerDatabase _database;
    private readonly ITimer _timer;
    private readonly Lock _gate = new();
    private DbConnection? _connection;
    private bool _isUsed;
    private bool _isClosed;

    public FlushConnection(ServerDatabase database)
    {
        _database = database;

        // Uses the system clock and not the clock of the store, because the pool is shared with everything else in this process.
        _timer = TimeProvider.System.CreateTimer(
            static connection => _ = ((FlushConnection)connection!).EndAsync(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Runs a call on the connection, which is opened if there is none. The connection is released if the call fails.</summary>
    public async Task<T> RunAsync<T>(Func<DbConnection, Task<T>> call)
    {
        DbConnection? connection;
        lock (_gate)
        {
            _isUsed = true;
            connection = _connection;
        }

        bool hasSucceeded = false;
        try
        {
            connection ??= await OpenAsync().ConfigureAwait(false);
            T result = await call(connection).ConfigureAwait(false);
            hasSucceeded = true;
            return result;
        }
        finally
        {
            lock (_gate)
            {
                _connection = hasSucceeded ? connection : null;
            }

            if (!hasSucceeded && connection is not null)
            {
                await ReturnToPoolAsync(connection, isBroken: true).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Called when no calls wait for a flush. Returns the connection to its pool, at once or after a short time.</summary>
    public Task RestAsync()
    {
        lock (_gate)
        {
            _isUsed = false;
            if (_connection is null)
            {
                return Task.CompletedTask;
            }

            if (!_isClosed && _database.PoolSize >= LeastPool)
            {
                _timer.Change(KeptFor, Timeout.InfiniteTimeSpan);
                return Task.CompletedTask;
            }
        }

        return EndAsync();
    }

    /// <summary>Returns the connection for good, after the flush that is in progress.</summary>
    public async Task CloseAsync()
    {
        lock (_gate)
        {
            _isClosed = true;
        }

        await EndAsync().ConfigureAwait(false);
        await _timer.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<DbConnection> OpenAsync()
    {
        DbConnection connection = await _database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        try
        {
            await _database.BeginFlushesAsync(connection).ConfigureAwait(false);
            return connection;
        }
        catch
        {
            await ReturnToPoolAsync(connection, isBroken: true).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Returns the connection to its pool, unless a flush uses it. Does not throw.</summary>
    private async Task EndAsync()
    {
        DbConnection? connection;
        lock (_gate)
        {
            if (_isUsed)
            {
                return;
            }

            connection = _connection;
            _connection = null;
        }

        if (connection is not null)
        {
            await ReturnToPoolAsync(connection, isBroken: false).ConfigureAwait(false);
        }
    }

    private async Task ReturnToPoolAsync(DbConnection connection, bool isBroken)
    {
        try
        {
            await _database.EndFlushesAsync(connection, isBroken).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // A connection on which even this call fails is broken; its pool detects that.
        }

        try
        {
            await connection.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The connection is released nevertheless. The calls of the flush have their answers, and the next flush opens another connection.
        }
    }
}
