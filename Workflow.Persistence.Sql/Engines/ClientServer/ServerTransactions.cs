using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Executes the writes of transactions: once as a trial and once when the transaction commits, or only once if the commit follows at once. Thread-safe.
/// </summary>
[SuppressMessage(
    "Design",
    "CA1001:Types that own disposable fields should be disposable",
    Justification = "The semaphore has nothing to dispose of, because its wait handle is never used.")]
internal sealed class ServerTransactions
{
    private readonly ServerDatabase _database;
    private readonly ServerSaving _saving;
    private readonly Action _changed;
    private readonly SemaphoreSlim _lending;

    /// <summary>Creates the object.</summary>
    /// <param name="database">The database.</param>
    /// <param name="saving">Executes the writes.</param>
    /// <param name="changed">Called after a commit.</param>
    public ServerTransactions(ServerDatabase database, ServerSaving saving, Action changed)
    {
        _database = database;
        _saving = saving;
        _changed = changed;
        _lending = new SemaphoreSlim(Math.Max(1, database.PoolSize / 2));
        Open = new OpenTransactions<DeferredWrites, ServerWrite>(transaction => new DeferredWrites(this, transaction));
    }

    /// <summary>The transactions that have writes of this store.</summary>
    public OpenTransactions<DeferredWrites, ServerWrite> Open { get; }

    /// <summary>Executes a write and rolls it back, to determine the answer.</summary>
    /// <param name="before">The earlier writes of the transaction to the same instance.</param>
    /// <param name="write">The write to try.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    public async Task<StoreResult> TryAsync(IReadOnlyList<ServerWrite> before, ServerWrite write, CancellationToken cancellationToken)
    {
        DbConnection connection = await _database.OpenAsync(cancellationToken).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            DbTransaction trial = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using (trial.ConfigureAwait(false))
            {
                foreach (ServerWrite earlier in before)
                {
                    await _saving.WriteAsync(connection, trial, [earlier], isRepeated: false, cancellationToken).ConfigureAwait(false);
                }

                StoreResult? result = (await _saving
                    .WriteAsync(connection, trial, [write], isRepeated: false, cancellationToken).ConfigureAwait(false))[0];
                await trial.RollbackAsync(cancellationToken).ConfigureAwait(false);
                return result ?? throw ConflictOf(write, null);
            }
        }
    }

    /// <summary>Executes all writes on the connection of a transaction that starts to commit.</summary>
    /// <exception cref="InstancePersistenceException">A lock was lost, or a key belongs to another instance.</exception>
    public async Task WriteAsync(DbConnection connection, IsolationLevel level, IReadOnlyList<ServerWrite> writes)
    {
        foreach (ServerWrite write in writes)
        {
            StoreResult result = await WriteAsync(connection, level, write, CancellationToken.None).ConfigureAwait(false);
            if (result.Outcome != StoreOutcome.Done)
            {
                throw write.RefusedBy(result, _database.Reporter);
            }
        }
    }

    /// <summary>
    /// Executes a write on the connection of a transaction. A failure of the database is a failure of the transaction, which can then only be rolled back.
    /// </summary>
    /// <exception cref="InstancePersistenceException">Others have changed the same rows, or the database failed.</exception>
    public async Task<StoreResult> WriteAsync(DbConnection connection, IsolationLevel level, ServerWrite write, CancellationToken cancellationToken)
    {
        try
        {
            return await ResultAsync(connection, level, write, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is not (InstancePersistenceException or OperationCanceledException))
        {
            throw _database.Failures.Translate(failure, _database);
        }
    }

    /// <summary>
    /// Opens a connection that a transaction keeps until it ends. At most half of the connections of the pool are lent at a time, to avoid a deadlock: each
    /// write of a transaction is tried on another connection, and if all connections were lent, the transactions would wait for each other.
    /// <see cref="Return"/> ends the loan.
    /// </summary>
    public async Task<DbConnection> LendAsync(Transaction transaction, CancellationToken cancellationToken)
    {
        await _lending.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return await OpenAsync(transaction).ConfigureAwait(false);
        }
        catch
        {
            _lending.Release();
            throw;
        }
    }

    public void Return(DbConnection lent)
    {
        lent.Dispose();
        _lending.Release();
    }

    /// <summary>Opens a connection in a transaction.</summary>
    public Task<DbConnection> OpenAsync(Transaction transaction) => _database.OpenInAsync(transaction);

    public void HasCommitted() => _changed();

    private async Task<StoreResult> ResultAsync(DbConnection connection, IsolationLevel level, ServerWrite write, CancellationToken cancellationToken)
    {
        StoreResult? result;
        DbException? conflict = null;
        try
        {
            await RefuseUnseenMessagesAsync(connection, level, write).ConfigureAwait(false);
            result = (await _saving.WriteAsync(connection, null, [write], isRepeated: false, cancellationToken).ConfigureAwait(false))[0];
        }
        catch (DbException failure) when (_database.Failures.IsOutdated(failure))
        {
            // The transaction reads a snapshot from its start, so another connection must determine whether the lock was lost since then.
            conflict = failure;
            result = await RefusalAsync(write).ConfigureAwait(false);
        }

        return result ?? throw ConflictOf(write, conflict);
    }

    private async Task<StoreResult?> RefusalAsync(ServerWrite write)
    {
        DbConnection connection = await _database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            return await _saving.RefusalAsync(connection, null, write, isRepeated: false, CancellationToken.None).ConfigureAwait(false)
                is { Outcome: not StoreOutcome.Done } refusal
                ? refusal
                : null;
        }
    }

    /// <summary>
    /// Refuses a save that consumes or leaves messages if the transaction reads a snapshot from its start and a message has arrived since then. Otherwise, the
    /// message would not be removed, or would be overlooked. The row lock, which the save takes again, prevents further messages until the end of the
    /// transaction.
    /// </summary>
    private async Task RefuseUnseenMessagesAsync(DbConnection connection, IsolationLevel level, ServerWrite write)
    {
        // At these isolation levels, each statement sees everything that was committed before it started.
        bool seesAll = level is IsolationLevel.ReadCommitted or IsolationLevel.ReadUncommitted;
        if (seesAll
            || !_database.ReadsSnapshots
            || write is not ServerSave { Request: { } save }
            || write.LockVersion == 0
            || (save.Consumed.Count == 0 && !save.Unlocks))
        {
            return;
        }

        await ReadAsync(connection, "WithdrawLock", write.InstanceId).ConfigureAwait(false);
        long seen = await ReadAsync(connection, "MessageLast", write.InstanceId).ConfigureAwait(false);
        DbConnection outside = await _database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        await using (outside.ConfigureAwait(false))
        {
            if (await ReadAsync(outside, "MessageLast", write.InstanceId).ConfigureAwait(false) > seen)
            {
                throw ConflictOf(write, null);
            }
        }
    }

    private async Task<long> ReadAsync(DbConnection connection, string statement, Guid instanceId)
    {
        ServerCall call = _database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            IReadOnlyList<long> found = await call.WithIndexPlans()
                .Add(statement)
                .Set("@instance_id", instanceId)
                .ReadColumnAsync<long>(CancellationToken.None).ConfigureAwait(false);
            return found.Count > 0 ? found[0] : 0;
        }
    }

    private TransactionConflictException ConflictOf(ServerWrite write, Exception? conflict) => new(
        $"The instance '{write.InstanceId}' cannot be written in the transaction, because other calls have changed the same rows since it began{(conflict is null ? string.Empty : $": {_database.Failures.Translate(conflict, _database).Message.TrimEnd('.')}")}; repeat the transaction, or use a lower isolation level.",
        conflict);
}
