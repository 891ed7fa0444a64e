using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The transactions that have writes of this store. Thread-safe.</summary>
internal sealed class PostgreSqlTransactions(PostgreSqlDatabase database, PostgreSqlSaving saving, Action changed)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, DeferredWrites> _open = [];

    /// <summary>The writes in the transaction of the caller; null: the caller has none.</summary>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    public DeferredWrites? OfCaller()
    {
        if (Transaction.Current is not { } ambient)
        {
            return null;
        }

        DeferredWrites writes;
        lock (_gate)
        {
            if (_open.TryGetValue(ambient.TransactionInformation.LocalIdentifier, out DeferredWrites? known))
            {
                return known;
            }

            writes = new DeferredWrites(this, ambient);
            _open.Add(writes.Id, writes);
        }

        try
        {
            // The writes come before the vote of the connection, which is then the only one, so that the server commits in one phase.
            ambient.EnlistVolatile(writes, EnlistmentOptions.EnlistDuringPrepareRequired);
            return writes;
        }
        catch
        {
            Remove(writes);
            writes.Dispose();
            throw;
        }
    }

    /// <summary>Waits until no other transaction has written an instance.</summary>
    public async Task WaitForOthersAsync(Guid instanceId, DeferredWrites? own, CancellationToken cancellationToken)
    {
        while (Find(own, write => write.InstanceId == instanceId) is { } other)
        {
            await other.Ended.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>The answer for a key that another transaction has added and not committed; null: there is none.</summary>
    public StoreAnswer? FindTaken(SaveRequest save, DeferredWrites? own)
    {
        foreach (Guid key in save.KeysToAdd)
        {
            PostgreSqlWrite? other = null;
            Find(own, write => write.InstanceId != save.InstanceId && write.Keys.Contains(key) && (other = write) is not null);
            if (other is not null)
            {
                return new StoreAnswer(StoreOutcome.KeyTaken) { Key = key, InstanceId = other.InstanceId };
            }
        }

        return null;
    }

    /// <summary>Writes and undoes it, to know the answer.</summary>
    /// <param name="before">What the transaction has written to the same instance.</param>
    /// <param name="write">What is tried.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    public async Task<StoreAnswer> TryAsync(IReadOnlyList<PostgreSqlWrite> before, PostgreSqlWrite write, CancellationToken cancellationToken)
    {
        DbConnection connection = await database.OpenAsync(cancellationToken).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            DbTransaction trial = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using (trial.ConfigureAwait(false))
            {
                foreach (PostgreSqlWrite earlier in before)
                {
                    await saving.WriteAsync(connection, [earlier], isRepeated: false, cancellationToken).ConfigureAwait(false);
                }

                StoreAnswer? answer = (await saving.WriteAsync(connection, [write], isRepeated: false, cancellationToken).ConfigureAwait(false))[0];
                await trial.RollbackAsync(cancellationToken).ConfigureAwait(false);
                return answer ?? throw Changed(write);
            }
        }
    }

    /// <summary>Writes everything on the connection of a transaction that begins to commit.</summary>
    /// <exception cref="InstancePersistenceException">A lock is lost, or a key is taken.</exception>
    public async Task WriteAsync(DbConnection connection, IReadOnlyList<PostgreSqlWrite> writes)
    {
        try
        {
            foreach (PostgreSqlWrite write in writes)
            {
                await WriteAsync(connection, write).ConfigureAwait(false);
            }
        }
        catch (Exception failure) when (failure is not InstancePersistenceException)
        {
            throw PostgreSqlFailures.Translate(failure, database);
        }
    }

    /// <summary>Opens a connection in a transaction.</summary>
    public Task<DbConnection> OpenAsync(Transaction transaction) => database.OpenInAsync(transaction);

    public void HasCommitted() => changed();

    public void Remove(DeferredWrites writes)
    {
        lock (_gate)
        {
            _open.Remove(writes.Id);
        }
    }

    private async Task WriteAsync(DbConnection connection, PostgreSqlWrite write)
    {
        StoreAnswer? answer;
        try
        {
            answer = (await saving.WriteAsync(connection, [write], isRepeated: false, CancellationToken.None).ConfigureAwait(false))[0];
        }
        catch (DbException failure) when (PostgreSqlFailures.IsOutdated(failure))
        {
            // The transaction reads what was there when it began. Whether its lock was lost since is known outside.
            answer = await RefusalAsync(write).ConfigureAwait(false);
        }

        if (answer is not { Outcome: StoreOutcome.Done })
        {
            throw answer is { } refusal ? Refused(write, refusal) : Changed(write);
        }
    }

    private async Task<StoreAnswer?> RefusalAsync(PostgreSqlWrite write)
    {
        DbConnection connection = await database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            return await saving.RefusalAsync(connection, write, isRepeated: false, CancellationToken.None).ConfigureAwait(false) is { Outcome: not StoreOutcome.Done } refusal ? refusal : null;
        }
    }

    private static Exception Refused(PostgreSqlWrite write, StoreAnswer answer) => answer.Outcome == StoreOutcome.KeyTaken
        ? AnswerFailures.OfWrite(answer, write.Owner, write.InstanceId, write.LockVersion)
        : new InstanceLockLostException(
            $"The lock of the instance '{write.InstanceId}' was lost before the transaction could commit; load the instance again.", write.InstanceId);

    private static InstancePersistenceException Changed(PostgreSqlWrite write) =>
        new($"The instance '{write.InstanceId}' cannot be written in the transaction, because other calls change the same rows; try again.");

    private DeferredWrites? Find(DeferredWrites? own, Predicate<PostgreSqlWrite> condition)
    {
        lock (_gate)
        {
            return _open.Count == 0 ? null : _open.Values.FirstOrDefault(other => other != own && other.Writes.Any(write => condition(write)));
        }
    }
}
