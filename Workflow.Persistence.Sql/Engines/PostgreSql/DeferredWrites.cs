using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The writes of a store in one transaction.</summary>
/// <remarks>
/// A transaction that lasts must not hold the row of an instance: a host that takes it over would wait. So each write is tried at once and undone, and all are written, and checked again, when
/// the transaction begins to commit. At that time, connections can still join it, so they are written on the connection that the transaction has. Thread-safe.
/// </remarks>
internal sealed class DeferredWrites(PostgreSqlTransactions transactions, Transaction transaction) : IEnlistmentNotification, IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Transaction _transaction = transaction.Clone();
    private volatile IReadOnlyList<PostgreSqlWrite> _writes = [];
    private volatile bool _isClosed;
    private DbConnection? _connection;

    public string Id { get; } = transaction.TransactionInformation.LocalIdentifier;

    /// <summary>What it writes when it commits, in this order.</summary>
    public IReadOnlyList<PostgreSqlWrite> Writes => _writes;

    /// <summary>Ends with the transaction, however that ends.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Tries a write, which is kept for the commit if its answer is that it is done.</summary>
    /// <exception cref="TransactionException">The transaction commits already.</exception>
    public async Task<StoreAnswer> AddAsync(PostgreSqlWrite write, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfClosed();

            PostgreSqlWrite[] before = [.. _writes.Where(other => other.InstanceId == write.InstanceId)];
            StoreAnswer answer = await transactions.TryAsync(before, write, cancellationToken).ConfigureAwait(false);
            if (answer.Outcome == StoreOutcome.Done)
            {
                (write as PostgreSqlSave)?.Request.Detach();
                _writes = [.. _writes, write];
            }

            return answer;
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>The connection on which the application can write in the transaction, and on which the writes of the store follow when it commits.</summary>
    /// <exception cref="TransactionException">The transaction commits already.</exception>
    public async Task<DbConnection> LendAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfClosed();
            return _connection ??= await transactions.OpenAsync(_transaction).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Prepare(PreparingEnlistment preparingEnlistment) => _ = PrepareAsync(preparingEnlistment);

    public void Commit(Enlistment enlistment)
    {
        End();
        transactions.HasCommitted();
        enlistment.Done();
    }

    public void Rollback(Enlistment enlistment)
    {
        End();
        enlistment.Done();
    }

    /// <summary>Nobody knows how it ended; the database does.</summary>
    public void InDoubt(Enlistment enlistment) => Commit(enlistment);

    public void Dispose()
    {
        _turn.Dispose();
        _transaction.Dispose();
    }

    private async Task PrepareAsync(PreparingEnlistment enlistment)
    {
        await _turn.WaitAsync().ConfigureAwait(false);
        _isClosed = true;
        _turn.Release();
        try
        {
            await WriteAsync().ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            // Who forces a rollback is not told of it.
            End();
            enlistment.ForceRollback(failure);
            return;
        }

        enlistment.Prepared();
    }

    private async Task WriteAsync()
    {
        if (_connection is { } lent)
        {
            await transactions.WriteAsync(lent, _writes).ConfigureAwait(false);
        }
        else if (_writes.Count > 0)
        {
            DbConnection connection = await transactions.OpenAsync(_transaction).ConfigureAwait(false);
            await using (connection.ConfigureAwait(false))
            {
                await transactions.WriteAsync(connection, _writes).ConfigureAwait(false);
            }
        }
    }

    private void End()
    {
        _isClosed = true;
        transactions.Remove(this);
        _connection?.Dispose();
        _ended.TrySetResult();
    }

    private void ThrowIfClosed()
    {
        if (_isClosed)
        {
            throw new TransactionException("The transaction commits or has ended, and nothing can be written in it any more; write before that.");
        }
    }
}
