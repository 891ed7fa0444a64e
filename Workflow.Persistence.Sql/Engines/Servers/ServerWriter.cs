using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Writes calls in flushes, and loads instances with them. An instance always belongs to the same queue, so that two flushes of this process never lock the same one. When a flush fails, each of its
/// calls gets its own transaction, so that only the call fails that is the cause. Thread-safe.
/// </summary>
internal sealed class ServerWriter
{
    /// <summary>
    /// Flushes that go on at once: while one waits for the disk of the server, the next one is built. More flushes are smaller ones, and each has a cost of its own on both sides. With the server on
    /// the same two cores, one flush is a tenth faster than two for instances that messages resume, whether the second one takes the loads or half of the instances.
    /// </summary>
    private static readonly int QueueCount = Math.Clamp(Environment.ProcessorCount / 2, 1, 4);

    /// <summary>How often a call is written again that meets others which write the same key.</summary>
    private const int MaxConflicts = 10;

    private readonly ServerDatabase _database;
    private readonly ServerSaving _saving;
    private readonly ServerLoads? _loads;
    private readonly SqlInstanceStoreOptions _options;
    private readonly WriteQueue[] _queues;

    /// <summary>Creates the writer.</summary>
    /// <param name="database">The database.</param>
    /// <param name="saving">What writes.</param>
    /// <param name="loads">What loads; null: no loads are queued.</param>
    /// <param name="options">The limits of a flush, and what to do about failures.</param>
    public ServerWriter(ServerDatabase database, ServerSaving saving, ServerLoads? loads, SqlInstanceStoreOptions options)
    {
        _database = database;
        _saving = saving;
        _loads = loads;
        _options = options;
        _queues = [.. Enumerable.Range(0, QueueCount).Select(_ => new WriteQueue(database, FlushAsync, options))];
        options.Reporter.Watch(() => _queues.Sum(queue => queue.Length));
    }

    /// <summary>Writes, or loads. The answer to a load has no instance if the load is to be made alone.</summary>
    public Task<StoreAnswer> WriteAsync(ServerWrite write, CancellationToken cancellationToken) =>
        _queues[unchecked((uint)write.InstanceId.GetHashCode()) % (uint)QueueCount].WriteAsync(write, cancellationToken);

    public Task CloseAsync() => Task.WhenAll(_queues.Select(queue => queue.CloseAsync()));

    /// <summary>
    /// Writes a batch, again where that can help. If the server cannot be reached, all writes fail; anything else can have one of the calls as its cause, so then each is written alone.
    /// </summary>
    private async Task FlushAsync(IReadOnlyList<QueuedWrite> batch, FlushConnection connection)
    {
        QueuedWrite[] writes = [.. batch.Where(queued => queued.Write is not ServerLoad)], loads = [.. batch.Where(queued => queued.Write is ServerLoad)];
        WriteAttempts attempts = new(_options, _database.Failures);
        StoreAnswer?[] answers = new StoreAnswer?[writes.Length];
        if (batch.Count > 1 || loads.Length > 0)
        {
            try
            {
                answers = await attempts.RunAsync(AttemptAsync).ConfigureAwait(false);
            }
            catch (DatabaseUnreachableException failure)
            {
                FailAll(writes, failure);
                return;
            }
            catch (Exception)
            {
                // The failure is found again by the call that is its cause.
            }
        }

        for (int i = 0; i < writes.Length; i++)
        {
            if (answers[i] is { } answer)
            {
                writes[i].Succeed(answer);
            }
            else
            {
                await WriteAloneAsync(writes[i], connection, attempts.IsRepeated).ConfigureAwait(false);
            }
        }

        Task<StoreAnswer?[]> AttemptAsync(bool isRepeated)
        {
            QueuedWrite[] first = loads;
            loads = [];
            return WriteAsync(connection, writes, first, isRepeated);
        }
    }

    /// <summary>
    /// Writes calls, and loads others with them. The loads end here. One that has locked nothing is made alone by its caller, also after a failure: then it tries again where that can help, and
    /// reports its own failure. In a second attempt, a load that the first one has made would find its instance locked.
    /// </summary>
    private async Task<StoreAnswer?[]> WriteAsync(FlushConnection connection, QueuedWrite[] writes, QueuedWrite[] loads, bool isRepeated)
    {
        ServerWrite[] written = Array.ConvertAll(writes, queued => queued.Write);
        long begin = _options.Reporter.BeginFlush();
        try
        {
            StoreAnswer?[] answers = await connection.RunAsync(open => WriteAsync(open, written, loads, isRepeated)).ConfigureAwait(false);
            _options.Reporter.EndFlush(writes.Length + loads.Length, begin);
            return answers;
        }
        catch (Exception) when (writes.Length == 0)
        {
            return [];
        }
        finally
        {
            foreach (QueuedWrite load in loads)
            {
                load.Succeed(StoreAnswer.Done);
            }
        }
    }

    private async Task<StoreAnswer?[]> WriteAsync(DbConnection connection, ServerWrite[] writes, QueuedWrite[] loads, bool isRepeated)
    {
        StoreAnswer?[] answers = await ExecuteAsync(connection, writes, Array.ConvertAll(loads, queued => (ServerLoad)queued.Write)).ConfigureAwait(false);
        for (int i = 0; i < loads.Length; i++)
        {
            // What is locked has its caller before the next call can fail.
            loads[i].Succeed(answers[writes.Length + i] ?? StoreAnswer.Done);
        }

        await _saving.FindRefusalsAsync(connection, null, writes, answers, isRepeated, CancellationToken.None).ConfigureAwait(false);
        return answers;
    }

    private async Task<StoreAnswer?[]> ExecuteAsync(DbConnection connection, ServerWrite[] writes, ServerLoad[] loads)
    {
        if (_loads is null || loads.Length == 0)
        {
            return await _saving.ExecuteAsync(connection, null, writes, null, CancellationToken.None).ConfigureAwait(false);
        }

        await _loads.UndoLostAsync(connection, loads).ConfigureAwait(false);
        try
        {
            return await _saving.ExecuteAsync(connection, null, writes, (_loads, loads), CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            _loads.Lose(loads, failure);
            throw;
        }
    }

    private void FailAll(IReadOnlyList<QueuedWrite> batch, Exception failure)
    {
        foreach (QueuedWrite queued in batch)
        {
            queued.Fail(_database.Failures.Translate(failure, _database));
        }
    }

    /// <summary>Writes one call, again where that can help. When a connection broke, the next attempt finds out whether the one before has written.</summary>
    private async Task WriteAloneAsync(QueuedWrite queued, FlushConnection connection, bool isRepeatedAlready)
    {
        WriteAttempts attempts = new(_options, _database.Failures) { IsRepeated = isRepeatedAlready };
        try
        {
            queued.Succeed(await attempts.RunAsync(isRepeated => WriteOneAsync(connection, queued.Write, isRepeated)).ConfigureAwait(false));
        }
        catch (Exception failure)
        {
            queued.Fail(_database.Failures.Translate(failure, _database));
        }
    }

    private async Task<StoreAnswer> WriteOneAsync(FlushConnection connection, ServerWrite write, bool isRepeated)
    {
        for (int attempt = 0; attempt < MaxConflicts; attempt++)
        {
            try
            {
                if (await WriteOnceAsync(connection, write, isRepeated).ConfigureAwait(false) is { } answer)
                {
                    return answer;
                }
            }
            catch (DbException failure) when (_database.Failures.IsConflict(failure))
            {
                // The other call is committed now, so that the next attempt sees what it has written.
            }
        }

        throw new InstancePersistenceException($"The instance '{write.InstanceId}' cannot be written, because other calls change the same rows; try again.");
    }

    private async Task<StoreAnswer?> WriteOnceAsync(FlushConnection connection, ServerWrite write, bool isRepeated)
    {
        long begin = _options.Reporter.BeginFlush();
        StoreAnswer?[] answers = await connection.RunAsync(open => _saving.WriteAsync(open, null, [write], isRepeated, CancellationToken.None)).ConfigureAwait(false);
        _options.Reporter.EndFlush(1, begin);
        return answers[0];
    }
}
