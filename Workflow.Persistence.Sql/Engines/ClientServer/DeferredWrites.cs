using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The writes of a store in one <see cref="Transaction"/>.</summary>
/// <remarks>
/// A long transaction must not hold the row lock of an instance, because a host that takes over the instance would wait for it. Therefore each write is tried
/// at once and rolled back, and all writes are executed and checked again when the transaction starts to commit. At that time, a connection can still enlist,
/// so the writes use the connection of the transaction. A save after which the transaction commits at once, such as that of a transaction scope in a workflow,
/// is executed there immediately. Thread-safe.
/// </remarks>
internal sealed class DeferredWrites(ServerTransactions transactions, Transaction transaction)
    : TransactionWrites<ServerWrite>(transaction), IEnlistmentNotification
{
    private readonly Transaction _transaction = transaction.Clone();
    private readonly IsolationLevel _level = transaction.IsolationLevel;
    private readonly Lock _gate = new();
    private volatile ServerWrite? _written;
    private DbConnection? _connection;
    private bool _hasEnded;

    /// <summary>
    /// Enlists so that the writes precede the vote of the connection. The connection is then the only remaining participant, so the server commits in one
    /// phase.
    /// </summary>
    public override void Enlist(Transaction transaction) => transaction.EnlistVolatile(this, EnlistmentOptions.EnlistDuringPrepareRequired);

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        RefuseMore();
        _ = PrepareAsync(preparingEnlistment);
    }

    public void Commit(Enlistment enlistment)
    {
        // A transaction that unlocks no instance makes none runnable.
        bool hasUnlocked = Writes.Any(write => write.Unlocks);
        End();
        if (hasUnlocked)
        {
            transactions.HasCommitted();
        }

        enlistment.Done();
    }

    public void Rollback(Enlistment enlistment)
    {
        End();
        enlistment.Done();
    }

    /// <summary>Called when the outcome of the transaction is unknown; only the database knows it. Treated like a commit.</summary>
    public void InDoubt(Enlistment enlistment) => Commit(enlistment);

    public override void Dispose()
    {
        base.Dispose();
        _transaction.Dispose();
    }

    protected override async Task<StoreResult> TryAsync(IReadOnlyList<ServerWrite> before, ServerWrite write, CancellationToken cancellationToken)
    {
        // After other writes, this one is executed at the commit, because writes are executed in order.
        if (Writes.Count == 0 && write is ServerSave { Request.CommitsAtOnce: true })
        {
            _written = write;
            return await transactions
                .WriteAsync(await ConnectAsync(cancellationToken).ConfigureAwait(false), _level, write, cancellationToken).ConfigureAwait(false);
        }

        StoreResult result = await transactions.TryAsync(before, write, cancellationToken).ConfigureAwait(false);
        if (result.Outcome == StoreOutcome.Done)
        {
            (write as ServerSave)?.Request.Detach();
        }

        return result;
    }

    /// <summary>Returns the connection of the transaction. The writes of the store follow on the same connection when the transaction commits.</summary>
    protected override async Task<DbConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        if (_connection is { } known)
        {
            return known;
        }

        DbConnection lent = await transactions.LendAsync(_transaction, cancellationToken).ConfigureAwait(false);
        lock (_gate)
        {
            if (!_hasEnded)
            {
                return _connection = lent;
            }
        }

        // The transaction was rolled back in the meantime, for example because of its timeout.
        transactions.Return(lent);
        throw new TransactionAbortedException();
    }

    private async Task PrepareAsync(PreparingEnlistment enlistment)
    {
        await WaitForAddedAsync().ConfigureAwait(false);
        try
        {
            await WriteAsync().ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            // A participant that forces a rollback gets no rollback notification, so it ends here.
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
            await transactions.WriteAsync(lent, _level, Remaining()).ConfigureAwait(false);
        }
        else if (Writes.Count > 0)
        {
            DbConnection connection = await transactions.OpenAsync(_transaction).ConfigureAwait(false);
            await using (connection.ConfigureAwait(false))
            {
                await transactions.WriteAsync(connection, _level, Writes).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Returns the writes that are not executed yet.</summary>
    private IReadOnlyList<ServerWrite> Remaining() => _written is { } written ? [.. Writes.Where(write => write != written)] : Writes;

    private void End()
    {
        RefuseMore();
        transactions.Open.Remove(this);
        DbConnection? lent;
        lock (_gate)
        {
            _hasEnded = true;
            lent = _connection;
            _connection = null;
        }

        if (lent is not null)
        {
            transactions.Return(lent);
        }

        MarkEnded();
    }
}
