using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The connection of the flushes that follow one another. It is kept while there is something to flush and for a moment after that, because a pool resets each connection that it gets back, and what the
/// flushes need is set only once then. One flush at a time uses it.
/// </summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "The queue ends it.")]
internal sealed class FlushConnection
{
    /// <summary>How long it is kept without a use. A pool of the usual size has a hundred connections, so that others do not miss it.</summary>
    private static readonly TimeSpan KeptFor = TimeSpan.FromSeconds(1);

    /// <summary>Smaller pools get it back at once: those who wait for one of its connections would wait for the moment to be over.</summary>
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

        // Not the clock of the store: the pool is there for everything in this process.
        _timer = TimeProvider.System.CreateTimer(static connection => _ = ((FlushConnection)connection!).EndAsync(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Does something on the connection, which is opened when there is none. It is given up when the call fails.</summary>
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
                await GiveBackAsync(connection, isBroken: true).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Nothing waits for a flush now: the connection goes back to its pool, at once or after a moment.</summary>
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

    /// <summary>Gives it back for good, when the flush that has begun is over.</summary>
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
            await GiveBackAsync(connection, isBroken: true).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Gives the connection back, unless a flush uses it. Does not throw.</summary>
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
            await GiveBackAsync(connection, isBroken: false).ConfigureAwait(false);
        }
    }

    private async Task GiveBackAsync(DbConnection connection, bool isBroken)
    {
        try
        {
            await _database.EndFlushesAsync(connection, isBroken).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // A connection on which not even this succeeds is broken, and its pool finds that out.
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
