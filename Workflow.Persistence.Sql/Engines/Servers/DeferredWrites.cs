using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The writes of a store in one transaction.</summary>
/// <remarks>
/// A transaction that lasts must not hold the row of an instance: a host that takes it over would wait. So each write is tried at once and undone, and all are written, and checked again, when
/// the transaction begins to commit. At that time, connections can still join it, so they are written on the connection that the transaction has. A save after which the transaction commits at once,
/// as that of a scope in a workflow, is written there when it comes. Thread-safe.
/// </remarks>
internal sealed class DeferredWrites(ServerTransactions transactions, Transaction transaction) : TransactionWrites<ServerWrite>(transaction), IEnlistmentNotification
{
    private readonly Transaction _transaction = transaction.Clone();
    private readonly IsolationLevel _level = transaction.IsolationLevel;
    private readonly Lock _gate = new();
    private volatile ServerWrite? _written;
    private DbConnection? _connection;
    private bool _hasEnded;

    /// <summary>The writes come before the vote of the connection, which is then the only one, so that the server commits in one phase.</summary>
    public override void Enlist(Transaction transaction) => transaction.EnlistVolatile(this, EnlistmentOptions.EnlistDuringPrepareRequired);

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        RefuseMore();
        _ = PrepareAsync(preparingEnlistment);
    }

    public void Commit(Enlistment enlistment)
    {
        // A transaction that keeps its instances makes none runnable.
        bool hasGivenBack = Writes.Any(write => write.GivesBack);
        End();
        if (hasGivenBack)
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

    /// <summary>Nobody knows how it ended; the database does.</summary>
    public void InDoubt(Enlistment enlistment) => Commit(enlistment);

    public override void Dispose()
    {
        base.Dispose();
        _transaction.Dispose();
    }

    protected override async Task<StoreAnswer> TryAsync(IReadOnlyList<ServerWrite> before, ServerWrite write, CancellationToken cancellationToken)
    {
        // After others, it is written at the commit: all are written in their order.
        if (Writes.Count == 0 && write is ServerSave { Request.CommitsAtOnce: true })
        {
            _written = write;
            return await transactions.WriteAsync(await ConnectAsync(cancellationToken).ConfigureAwait(false), _level, write, cancellationToken).ConfigureAwait(false);
        }

        StoreAnswer answer = await transactions.TryAsync(before, write, cancellationToken).ConfigureAwait(false);
        if (answer.Outcome == StoreOutcome.Done)
        {
            (write as ServerSave)?.Request.Detach();
        }

        return answer;
    }

    /// <summary>The writes of the store follow on the same connection when the transaction commits.</summary>
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

        // The transaction was rolled back meanwhile, for example because its time was over.
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
            await transactions.WriteAsync(lent, _level, Left()).ConfigureAwait(false);
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

    /// <summary>What is not written yet.</summary>
    private IReadOnlyList<ServerWrite> Left() => _written is { } written ? [.. Writes.Where(write => write != written)] : Writes;

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
