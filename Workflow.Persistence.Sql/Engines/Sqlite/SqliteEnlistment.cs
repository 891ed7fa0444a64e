using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The participant of a store in one <see cref="Transaction"/>.</summary>
/// <remarks>
/// SQLite has one write lock for the file. A long transaction must not hold the lock, because all other saves would wait for it. Therefore each write is tried
/// at once and rolled back, and all writes are executed and checked again when the transaction commits. Only if the application writes in the same transaction
/// does the transaction hold the lock from then on, and saves are written at once. Thread-safe.
/// </remarks>
internal sealed class SqliteEnlistment(SqliteTransactions transactions, Transaction transaction)
    : TransactionWrites<PendingWrite>(transaction), ISinglePhaseNotification
{
    private readonly WriterReservation _reservation = new(transactions.Owners);
    private volatile DbConnection? _connection;
    private Task _lending = Task.CompletedTask;

    /// <summary>
    /// True if the transaction is about to commit. The caller may already consider it committed, because the transaction manager may notify the caller first.
    /// </summary>
    public bool IsCommitting { get; private set; }

    /// <summary>True if the application has requested the connection, so that the transaction has exclusive use of the file, or waits for it.</summary>
    public bool IsLent { get; private set; }

    public override void Enlist(Transaction transaction) => transaction.EnlistVolatile(this, EnlistmentOptions.None);

    /// <inheritdoc cref="WriterReservation.TryRenew"/>
    public long? TryRenew(SqlOwner owner) => _reservation.TryRenew(owner);

    public void SinglePhaseCommit(SinglePhaseEnlistment singlePhaseEnlistment)
    {
        IsCommitting = true;
        RefuseMore();
        _ = CommitAsync(singlePhaseEnlistment);
    }

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        RefuseMore();
        _ = PrepareAsync(preparingEnlistment);
    }

    public void Commit(Enlistment enlistment)
    {
        _reservation.End(_reservation.Commit);
        _ = DoneAsync(enlistment);
    }

    public void Rollback(Enlistment enlistment)
    {
        RefuseMore();
        End();
        enlistment.Done();
    }

    /// <summary>Called when the outcome of the transaction is unknown; what was written is kept.</summary>
    public void InDoubt(Enlistment enlistment) => Rollback(enlistment);

    protected override Task<StoreResult> TryAsync(IReadOnlyList<PendingWrite> before, PendingWrite write, CancellationToken cancellationToken) =>
        _connection is null
            ? transactions.TryAsync(before, write, cancellationToken)
            : _reservation.RunAsync(session => SqliteTransactions.WriteAlone(session, write));

    /// <summary>Returns the connection of the transaction. The earlier writes of the transaction are executed on it first.</summary>
    protected override async Task<DbConnection> ConnectAsync(CancellationToken cancellationToken)
    {
        if (_connection is { } known)
        {
            return known;
        }

        TaskCompletionSource<DbConnection> lent = new(TaskCreationOptions.RunContinuationsAsynchronously);
        IsLent = true;
        _lending = transactions.LendAsync(
            Writes,
            session =>
            {
                lent.SetResult(session.Connection);
                _reservation.Serve(session);
            },
            cancellationToken);
        if (await Task.WhenAny(lent.Task, _lending).ConfigureAwait(false) != lent.Task)
        {
            await _lending.ConfigureAwait(false);
        }

        _ = EndAsync(_lending);
        return _connection = await lent.Task.ConfigureAwait(false);
    }

    private async Task CommitAsync(SinglePhaseEnlistment enlistment)
    {
        try
        {
            await WaitForAddedAsync().ConfigureAwait(false);
            await WriteAsync().ConfigureAwait(false);
        }
        catch (Exception failure)
        {
            End();
            enlistment.Aborted(failure);
            return;
        }

        End();
        enlistment.Committed();
    }

    private Task WriteAsync()
    {
        if (_connection is null)
        {
            return transactions.WriteAsync(Writes, static session => session.Commit());
        }

        _reservation.End(_reservation.Commit);
        return _lending;
    }

    /// <summary>Promises to commit: all writes are executed, and the transaction holds the file until its end.</summary>
    private async Task PrepareAsync(PreparingEnlistment enlistment)
    {
        await WaitForAddedAsync().ConfigureAwait(false);
        if (_connection is not null)
        {
            IsCommitting = true;
            enlistment.Prepared();
            return;
        }

        TaskCompletionSource prepared = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task writing = transactions.WriteAsync(Writes, session =>
        {
            prepared.SetResult();
            _reservation.Serve(session);
        });
        _ = EndAsync(writing);
        if (await Task.WhenAny(prepared.Task, writing).ConfigureAwait(false) == prepared.Task)
        {
            IsCommitting = true;
            enlistment.Prepared();
        }
        else
        {
            // A participant that forces a rollback gets no rollback notification, so it ends here.
            End();
            enlistment.ForceRollback(writing.Exception?.InnerException);
        }
    }

    private async Task DoneAsync(Enlistment enlistment)
    {
        await Ended.ConfigureAwait(false);
        enlistment.Done();
    }

    /// <summary>Ends when the writing has ended. After the promise to commit, a disk failure can no longer be reported.</summary>
    private async Task EndAsync(Task writing)
    {
        await writing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        End();
    }

    private void End()
    {
        // Releases the writing thread if the transaction still holds it. Has no effect if the transaction is already ending.
        _reservation.End(_reservation.RollBack);
        transactions.Open.Remove(this);
        MarkEnded();
    }
}
