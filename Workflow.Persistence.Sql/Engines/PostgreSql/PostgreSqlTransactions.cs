using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>Writes for transactions: once to try it, and once when the transaction commits. Thread-safe.</summary>
internal sealed class PostgreSqlTransactions
{
    private readonly PostgreSqlDatabase _database;
    private readonly PostgreSqlSaving _saving;
    private readonly Action _changed;

    /// <summary>Creates the writer.</summary>
    /// <param name="database">The _database.</param>
    /// <param name="saving">Writes.</param>
    /// <param name="changed">Called after a commit.</param>
    public PostgreSqlTransactions(PostgreSqlDatabase database, PostgreSqlSaving saving, Action changed)
    {
        _database = database;
        _saving = saving;
        _changed = changed;
        Open = new OpenTransactions<DeferredWrites, PostgreSqlWrite>(transaction => new DeferredWrites(this, transaction));
    }

    /// <summary>The transactions that have writes of this store.</summary>
    public OpenTransactions<DeferredWrites, PostgreSqlWrite> Open { get; }

    /// <summary>Writes and undoes it, to know the answer.</summary>
    /// <param name="before">What the transaction has written to the same instance.</param>
    /// <param name="write">What is tried.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    public async Task<StoreAnswer> TryAsync(IReadOnlyList<PostgreSqlWrite> before, PostgreSqlWrite write, CancellationToken cancellationToken)
    {
        DbConnection connection = await _database.OpenAsync(cancellationToken).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            DbTransaction trial = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
            await using (trial.ConfigureAwait(false))
            {
                foreach (PostgreSqlWrite earlier in before)
                {
                    await _saving.WriteAsync(connection, [earlier], isRepeated: false, cancellationToken).ConfigureAwait(false);
                }

                StoreAnswer? answer = (await _saving.WriteAsync(connection, [write], isRepeated: false, cancellationToken).ConfigureAwait(false))[0];
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
            throw PostgreSqlFailures.Translate(failure, _database);
        }
    }

    /// <summary>Opens a connection in a transaction.</summary>
    public Task<DbConnection> OpenAsync(Transaction transaction) => _database.OpenInAsync(transaction);

    public void HasCommitted() => _changed();

    private async Task WriteAsync(DbConnection connection, PostgreSqlWrite write)
    {
        StoreAnswer? answer;
        try
        {
            answer = (await _saving.WriteAsync(connection, [write], isRepeated: false, CancellationToken.None).ConfigureAwait(false))[0];
        }
        catch (DbException failure) when (PostgreSqlFailures.IsOutdated(failure))
        {
            // The transaction reads what was there when it began. Whether its lock was lost since is known outside.
            answer = await RefusalAsync(write).ConfigureAwait(false);
        }

        if (answer is not { Outcome: StoreOutcome.Done })
        {
            throw answer is { } refusal ? write.RefusedBy(refusal) : Changed(write);
        }
    }

    private async Task<StoreAnswer?> RefusalAsync(PostgreSqlWrite write)
    {
        DbConnection connection = await _database.OpenAsync(CancellationToken.None).ConfigureAwait(false);
        await using (connection.ConfigureAwait(false))
        {
            return await _saving.RefusalAsync(connection, write, isRepeated: false, CancellationToken.None).ConfigureAwait(false) is { Outcome: not StoreOutcome.Done } refusal ? refusal : null;
        }
    }

    private static InstancePersistenceException Changed(PostgreSqlWrite write) =>
        new($"The instance '{write.InstanceId}' cannot be written in the transaction, because other calls change the same rows; try again.");
}
