using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The part of a store in one transaction.</summary>
/// <remarks>
/// SQLite has one write lock for the file, which a transaction that lasts must not hold: all other saves would wait for it. So each write is tried at once and undone, and all are written,
/// and checked again, when the transaction commits. Only where the application writes in the same transaction, it has the lock from then on, and saves are written at once. Thread-safe.
/// </remarks>
internal sealed class SqliteEnlistment(SqliteTransactions transactions, Transaction transaction) : TransactionWrites<PendingWrite>(transaction), ISinglePhaseNotification
{
    private readonly SqliteHold _hold = new(transactions.Owners);
    private volatile DbConnection? _connection;
    private Task _lending = Task.CompletedTask;

    /// <summary>Whether it is about to commit, so that its caller may take it for committed already: the transaction manager may tell the caller first.</summary>
    public bool IsCommitting { get; private set; }

    /// <summary>Whether the application has asked for the connection, so that the transaction has the file to itself, or waits for it.</summary>
    public bool IsLent { get; private set; }

    public override void Enlist(Transaction transaction) => transaction.EnlistVolatile(this, EnlistmentOptions.None);

    /// <inheritdoc cref="SqliteHold.TryRenew"/>
    public long? TryRenew(SqlOwner owner) => _hold.TryRenew(owner);

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
        _hold.End(_hold.Commit);
        _ = DoneAsync(enlistment);
    }

    public void Rollback(Enlistment enlistment)
    {
        RefuseMore();
        End();
        enlistment.Done();
    }

    /// <summary>Nobody knows how it ended; what is saved stays.</summary>
    public void InDoubt(Enlistment enlistment) => Rollback(enlistment);

    protected override Task<StoreAnswer> TryAsync(IReadOnlyList<PendingWrite> before, PendingWrite write, CancellationToken cancellationToken) =>
        _connection is null ? transactions.TryAsync(before, write, cancellationToken) : _hold.RunAsync(session => SqliteTransactions.WriteAlone(session, write));

    /// <summary>What was saved in the transaction before is written on the connection now.</summary>
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
                _hold.Serve(session);
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

        _hold.End(_hold.Commit);
        return _lending;
    }

    /// <summary>Promises to commit: everything is written, and the transaction has the file until its end.</summary>
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
            _hold.Serve(session);
        });
        _ = EndAsync(writing);
        if (await Task.WhenAny(prepared.Task, writing).ConfigureAwait(false) == prepared.Task)
        {
            IsCommitting = true;
            enlistment.Prepared();
        }
        else
        {
            // Who forces a rollback is not told of it.
            End();
            enlistment.ForceRollback(writing.Exception?.InnerException);
        }
    }

    private async Task DoneAsync(Enlistment enlistment)
    {
        await Ended.ConfigureAwait(false);
        enlistment.Done();
    }

    /// <summary>Ends with what was written. After the promise, a failure of the disk is one that nobody can be told of.</summary>
    private async Task EndAsync(Task writing)
    {
        await writing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        End();
    }

    private void End()
    {
        // Whatever still holds the writing thread lets go of it.
        _hold.End(_hold.RollBack);
        transactions.Open.Remove(this);
        MarkEnded();
    }
}
