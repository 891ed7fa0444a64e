using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Writes calls in flushes, and with them loads instances and stores messages. An instance always belongs to the same queue, so that two flushes of this process never lock the same one. When a flush fails, each of its
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
    private readonly ServerMessages _messages;
    private readonly SqlInstanceStoreOptions _options;
    private readonly WriteQueue[] _queues;

    /// <summary>Creates the writer.</summary>
    /// <param name="database">The database.</param>
    /// <param name="saving">What writes.</param>
    /// <param name="loads">What loads; null: neither loads nor messages are queued.</param>
    /// <param name="messages">What stores messages.</param>
    /// <param name="options">The limits of a flush, and what to do about failures.</param>
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

    /// <summary>Writes, loads, or stores a message. The answer to a load and to a message is <see cref="StoreAnswer.Alone"/> if the call is to be made alone.</summary>
    public Task<StoreAnswer> WriteAsync(IFlushedCall call, CancellationToken cancellationToken) =>
        _queues[unchecked((uint)call.InstanceId.GetHashCode()) % (uint)QueueCount].WriteAsync(call, cancellationToken);

    public Task CloseAsync() => Task.WhenAll(_queues.Select(queue => queue.CloseAsync()));

    /// <summary>
    /// Writes a batch, again where that can help. If the server cannot be reached, all writes fail; anything else can have one of the calls as its cause, so then each is written alone.
    /// </summary>
    private async Task FlushAsync(IReadOnlyList<QueuedWrite> batch, FlushConnection connection)
    {
        QueuedWrite[] writes = [.. batch.Where(queued => queued.Call is ServerWrite)], riders = [.. batch.Where(queued => queued.Call is not ServerWrite)];
        WriteAttempts attempts = new(_options, _database.Failures);
        StoreAnswer?[] answers = new StoreAnswer?[writes.Length];
        if (batch.Count > 1 || riders.Length > 0)
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
            QueuedWrite[] first = riders;
            riders = [];
            return WriteAsync(connection, writes, first, isRepeated);
        }
    }

    /// <summary>
    /// Writes calls, and makes loads and stores messages with them. These end here. One that has done nothing is made alone by its caller, also after a failure: then it tries again where that can help, and
    /// reports its own failure. In a second attempt, a load that the first one has made would find its instance locked.
    /// </summary>
    private async Task<StoreAnswer?[]> WriteAsync(FlushConnection connection, QueuedWrite[] writes, QueuedWrite[] riders, bool isRepeated)
    {
        ServerWrite[] written = Array.ConvertAll(writes, queued => (ServerWrite)queued.Call);
        long begin = _options.Reporter.BeginFlush();
        try
        {
            StoreAnswer?[] answers = await connection.RunAsync(open => WriteAsync(open, written, riders, isRepeated)).ConfigureAwait(false);
            _options.Reporter.EndFlush(writes.Length + riders.Length, begin);
            return answers;
        }
        catch (Exception) when (writes.Length == 0)
        {
            return [];
        }
        finally
        {
            foreach (QueuedWrite rider in riders)
            {
                rider.Succeed(StoreAnswer.Alone);
            }
        }
    }

    private async Task<StoreAnswer?[]> WriteAsync(DbConnection connection, ServerWrite[] writes, QueuedWrite[] queued, bool isRepeated)
    {
        FlushRiders? riders = queued.Length == 0 ? null : new(_loads!, _messages, Array.ConvertAll(queued, rider => rider.Call));
        StoreAnswer?[] answers = await ExecuteAsync(connection, writes, riders).ConfigureAwait(false);
        if (riders is not null)
        {
            // What is locked has its caller before the next call can fail.
            Dictionary<IFlushedCall, QueuedWrite> callers = queued.ToDictionary(rider => rider.Call, ReferenceEqualityComparer.Instance as IEqualityComparer<IFlushedCall>);
            int place = writes.Length;
            foreach (IFlushedCall call in riders.Calls)
            {
                callers[call].Succeed(answers[place++] ?? StoreAnswer.Alone);
            }
        }

        await _saving.FindRefusalsAsync(connection, null, writes, answers, isRepeated, CancellationToken.None).ConfigureAwait(false);
        return answers;
    }

    private async Task<StoreAnswer?[]> ExecuteAsync(DbConnection connection, ServerWrite[] writes, FlushRiders? riders)
    {
        if (riders is null)
        {
            return await _saving.ExecuteAsync(connection, null, writes, null, CancellationToken.None).ConfigureAwait(false);
        }

        await riders.BeginAsync(connection).ConfigureAwait(false);
        try
        {
            return await _saving.ExecuteAsync(connection, null, writes, riders, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            riders.Lose(failure);
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
            queued.Succeed(await attempts.RunAsync(isRepeated => WriteOneAsync(connection, (ServerWrite)queued.Call, isRepeated)).ConfigureAwait(false));
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
