using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Executes writes in flushes, together with loads and messages. All calls for an instance use the same queue, so that two flushes of this process never lock
/// the same instance. If a flush fails, each of its writes is executed in a separate transaction, so that only the write that causes the failure fails.
/// Thread-safe.
/// </summary>
internal sealed class ServerWriter
{
    /// <summary>
    /// The number of concurrent flushes: while one flush waits for the disk of the server, the next one is built. More flushes are smaller, and each has a
    /// fixed cost on both sides. Measured with the server on the same two cores, for instances that messages resume: one flush is ten percent faster than two,
    /// regardless of whether the second one takes the loads or half of the instances.
    /// </summary>
    private static readonly int QueueCount = Math.Clamp(Environment.ProcessorCount / 2, 1, 4);

    /// <summary>The maximum number of attempts of a write that collides with concurrent writes of the same key.</summary>
    private const int MaxConflicts = 10;

    private readonly ServerDatabase _database;
    private readonly ServerSaving _saving;
    private readonly ServerLoads? _loads;
    private readonly ServerMessages _messages;
    private readonly SqlInstanceStoreOptions _options;
    private readonly WriteQueue[] _queues;

    /// <summary>Creates the writer.</summary>
    /// <param name="database">The database.</param>
    /// <param name="saving">Executes saves and unlocks.</param>
    /// <param name="loads">Executes loads; null if neither loads nor messages are queued.</param>
    /// <param name="messages">Stores messages.</param>
    /// <param name="options">The limits of a flush and the retry settings.</param>
    public ServerWriter(ServerDatabase database, ServerSaving saving, ServerLoads? loads, ServerMessages messages, SqlInstanceStoreOptions options)
    {
        _database = database;
        _saving = saving;
        _loads = loads;
        _messages = messages;
        _options = options;
        _queues = [.. Enumerable.Range(0, QueueCount).Select(_ => new WriteQueue(database, FlushAsync, options))];
        options.Reporter.Watch(() => _queues.Sum(queue => queue.Length));
    }

    /// <summary>
    /// Queues a write, a load or a message. The answer to a load or a message is <see cref="StoreResult.NotExecuted"/> if the caller must execute the call
    /// separately.
    /// </summary>
    public Task<StoreResult> WriteAsync(IFlushedCall call, CancellationToken cancellationToken) =>
        _queues[unchecked((uint)call.InstanceId.GetHashCode()) % (uint)QueueCount].WriteAsync(call, cancellationToken);

    public Task CloseAsync() => Task.WhenAll(_queues.Select(queue => queue.CloseAsync()));

    /// <summary>
    /// Executes a batch, with retries. If the server cannot be reached, all writes fail. Any other failure may be caused by a single call, so each write is
    /// then executed separately.
    /// </summary>
    private async Task FlushAsync(IReadOnlyList<QueuedWrite> batch, FlushConnection connection)
    {
        QueuedWrite[] writes = [.. batch.Where(queued => queued.Call is ServerWrite)],
            piggybacked = [.. batch.Where(queued => queued.Call is not ServerWrite)];
        WriteAttempts attempts = new(_options, _database.Failures);
        StoreResult?[] results = new StoreResult?[writes.Length];
        if (batch.Count > 1 || piggybacked.Length > 0)
        {
            try
            {
                results = await attempts.RunAsync(AttemptAsync).ConfigureAwait(false);
            }
            catch (DatabaseUnreachableException failure)
            {
                FailAll(writes, failure);
                return;
            }
            catch (Exception)
            {
                // Ignored here: the separate execution of the call that causes the failure fails again and reports it.
            }
        }

        for (int i = 0; i < writes.Length; i++)
        {
            if (results[i] is { } result)
            {
                writes[i].Succeed(result);
            }
            else
            {
                await WriteAloneAsync(writes[i], connection, attempts.IsRepeated).ConfigureAwait(false);
            }
        }

        Task<StoreResult?[]> AttemptAsync(bool isRepeated)
        {
            QueuedWrite[] first = piggybacked;
            piggybacked = [];
            return WriteAsync(connection, writes, first, isRepeated);
        }
    }

    /// <summary>
    /// Executes writes together with loads and messages, which complete here in any case. A load or message without an effect is then executed separately by
    /// its caller, also after a failure; the caller retries it and reports its failure. They are not part of a second attempt, because a load of the first
    /// attempt would find its instance locked.
    /// </summary>
    private async Task<StoreResult?[]> WriteAsync(FlushConnection connection, QueuedWrite[] writes, QueuedWrite[] piggybacked, bool isRepeated)
    {
        ServerWrite[] written = Array.ConvertAll(writes, queued => (ServerWrite)queued.Call);
        long begin = _options.Reporter.BeginFlush();
        try
        {
            StoreResult?[] results = await connection.RunAsync(open => WriteAsync(open, written, piggybacked, isRepeated)).ConfigureAwait(false);
            _options.Reporter.EndFlush(writes.Length + piggybacked.Length, begin);
            return results;
        }
        catch (Exception) when (writes.Length == 0)
        {
            return [];
        }
        finally
        {
            foreach (QueuedWrite call in piggybacked)
            {
                call.Succeed(StoreResult.NotExecuted);
            }
        }
    }

    private async Task<StoreResult?[]> WriteAsync(DbConnection connection, ServerWrite[] writes, QueuedWrite[] queued, bool isRepeated)
    {
        PiggybackedCalls? piggybacked = queued.Length == 0 ? null : new(_loads!, _messages, Array.ConvertAll(queued, call => call.Call));
        StoreResult?[] results = await ExecuteAsync(connection, writes, piggybacked).ConfigureAwait(false);
        if (piggybacked is not null)
        {
            // Completes the loads before the next call can fail, so that each locked instance has a caller.
            Dictionary<IFlushedCall, QueuedWrite> callers = queued.ToDictionary(
                call => call.Call, ReferenceEqualityComparer.Instance as IEqualityComparer<IFlushedCall>);
            int index = writes.Length;
            foreach (IFlushedCall call in piggybacked.Calls)
            {
                callers[call].Succeed(results[index++] ?? StoreResult.NotExecuted);
            }
        }

        await _saving.FindRefusalsAsync(connection, null, writes, results, isRepeated, CancellationToken.None).ConfigureAwait(false);
        return results;
    }

    private async Task<StoreResult?[]> ExecuteAsync(DbConnection connection, ServerWrite[] writes, PiggybackedCalls? piggybacked)
    {
        if (piggybacked is null)
        {
            return await _saving.ExecuteAsync(connection, null, writes, null, CancellationToken.None).ConfigureAwait(false);
        }

        await piggybacked.BeginAsync(connection).ConfigureAwait(false);
        try
        {
            return await _saving.ExecuteAsync(connection, null, writes, piggybacked, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            piggybacked.OnFailed(failure);
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

    /// <summary>Executes one write, with retries. After a broken connection, the next attempt determines whether the previous one has written.</summary>
    private async Task WriteAloneAsync(QueuedWrite queued, FlushConnection connection, bool isRepeatedAlready)
    {
        WriteAttempts attempts = new(_options, _database.Failures) { IsRepeated = isRepeatedAlready };
        try
        {
            queued.Succeed(await attempts
                .RunAsync(isRepeated => WriteOneAsync(connection, (ServerWrite)queued.Call, isRepeated)).ConfigureAwait(false));
        }
        catch (Exception failure)
        {
            queued.Fail(_database.Failures.Translate(failure, _database));
        }
    }

    private async Task<StoreResult> WriteOneAsync(FlushConnection connection, ServerWrite write, bool isRepeated)
    {
        for (int attempt = 0; attempt < MaxConflicts; attempt++)
        {
            try
            {
                if (await WriteOnceAsync(connection, write, isRepeated).ConfigureAwait(false) is { } result)
                {
                    return result;
                }
            }
            catch (DbException failure) when (_database.Failures.IsConflict(failure))
            {
                // The other call has committed, so the next attempt sees its changes.
            }
        }

        throw new InstancePersistenceException($"The instance '{write.InstanceId}' cannot be written, because other calls change the same rows; try again.");
    }

    private async Task<StoreResult?> WriteOnceAsync(FlushConnection connection, ServerWrite write, bool isRepeated)
    {
        long begin = _options.Reporter.BeginFlush();
        StoreResult?[] results = await connection
            .RunAsync(open => _saving.WriteAsync(open, null, [write], isRepeated, CancellationToken.None)).ConfigureAwait(false);
        _options.Reporter.EndFlush(1, begin);
        return results[0];
    }
}
