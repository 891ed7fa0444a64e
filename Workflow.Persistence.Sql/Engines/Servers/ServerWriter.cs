using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Writes calls in flushes. An instance always belongs to the same queue, so that two flushes of this process never lock the same one. When a flush fails, each of its calls gets its own
/// transaction, so that only the call fails that is the cause. Thread-safe.
/// </summary>
internal sealed class ServerWriter
{
    /// <summary>
    /// Flushes that go on at once: while one waits for the disk of the server, the next one is built. More flushes are smaller ones, and each has a cost of its own on both sides. With the server on
    /// the same two cores, two flushes took a fifth more time than one for 64 saves at once, and a tenth more for instances that messages resume.
    /// </summary>
    private static readonly int QueueCount = Math.Clamp(Environment.ProcessorCount / 2, 1, 4);

    /// <summary>How often a call is written again that meets others which write the same key.</summary>
    private const int MaxConflicts = 10;

    private readonly ServerDatabase _database;
    private readonly ServerSaving _saving;
    private readonly SqlInstanceStoreOptions _options;
    private readonly WriteQueue[] _queues;

    public ServerWriter(ServerDatabase database, ServerSaving saving, SqlInstanceStoreOptions options)
    {
        _database = database;
        _saving = saving;
        _options = options;
        _queues = [.. Enumerable.Range(0, QueueCount).Select(_ => new WriteQueue(database, FlushAsync, options))];
        options.Reporter.Watch(() => _queues.Sum(queue => queue.Length));
    }

    public Task<StoreAnswer> WriteAsync(ServerWrite write, CancellationToken cancellationToken) =>
        _queues[unchecked((uint)write.InstanceId.GetHashCode()) % (uint)QueueCount].WriteAsync(write, cancellationToken);

    public Task CloseAsync() => Task.WhenAll(_queues.Select(queue => queue.CloseAsync()));

    /// <summary>
    /// Writes a batch, again where that can help. If the server cannot be reached, all calls fail; anything else can have one of the calls as its cause, so then each is written alone.
    /// </summary>
    private async Task FlushAsync(IReadOnlyList<QueuedWrite> batch, FlushConnection connection)
    {
        WriteAttempts attempts = new(_options, _database.Failures);
        StoreAnswer?[] answers = new StoreAnswer?[batch.Count];
        if (batch.Count > 1)
        {
            try
            {
                ServerWrite[] writes = [.. batch.Select(queued => queued.Write)];
                answers = await attempts.RunAsync(isRepeated => WriteAsync(connection, writes, isRepeated)).ConfigureAwait(false);
            }
            catch (DatabaseUnreachableException failure)
            {
                FailAll(batch, failure);
                return;
            }
            catch (Exception)
            {
                // The failure is found again by the call that is its cause.
            }
        }

        for (int i = 0; i < batch.Count; i++)
        {
            if (answers[i] is { } answer)
            {
                batch[i].Succeed(answer);
            }
            else
            {
                await WriteAloneAsync(batch[i], connection, attempts.IsRepeated).ConfigureAwait(false);
            }
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
                if ((await WriteAsync(connection, [write], isRepeated).ConfigureAwait(false))[0] is { } answer)
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

    private async Task<StoreAnswer?[]> WriteAsync(FlushConnection connection, IReadOnlyList<ServerWrite> writes, bool isRepeated)
    {
        long begin = _options.Reporter.BeginFlush();
        StoreAnswer?[] answers = await connection.RunAsync(open => _saving.WriteAsync(open, null, writes, isRepeated, CancellationToken.None)).ConfigureAwait(false);
        _options.Reporter.EndFlush(writes.Count, begin);
        return answers;
    }
}
