using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The part of a store in one transaction.</summary>
/// <remarks>
/// SQLite has one write lock for the file, which a transaction that lasts must not hold: all other saves would wait for it. So each write is tried at once and undone, and all are written,
/// and checked again, when the transaction commits. Thread-safe.
/// </remarks>
internal sealed class SqliteEnlistment(SqliteTransactions transactions, string id) : ISinglePhaseNotification, IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SqliteHold _hold = new();
    private volatile IReadOnlyList<PendingWrite> _writes = [];

    public string Id { get; } = id;

    /// <summary>What it writes when it commits, in this order.</summary>
    public IReadOnlyList<PendingWrite> Writes => _writes;

    /// <summary>Whether it is about to commit, so that its caller may take it for committed already: the transaction manager may tell the caller first.</summary>
    public bool IsCommitting { get; private set; }

    /// <summary>Ends with the transaction, however that ends.</summary>
    public Task Ended => _ended.Task;

    /// <summary>Tries a write, which is kept for the commit if its answer is that it is done.</summary>
    public async Task<StoreAnswer> AddAsync(PendingWrite write, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            PendingWrite[] before = [.. _writes.Where(other => other.InstanceId == write.InstanceId)];
            StoreAnswer answer = await transactions.TryAsync(before, write, cancellationToken).ConfigureAwait(false);
            if (answer.Outcome == StoreOutcome.Done)
            {
                _writes = [.. _writes, write];
            }

            return answer;
        }
        finally
        {
            _turn.Release();
        }
    }

    public void SinglePhaseCommit(SinglePhaseEnlistment singlePhaseEnlistment)
    {
        IsCommitting = true;
        _ = CommitAsync(singlePhaseEnlistment);
    }

    public void Prepare(PreparingEnlistment preparingEnlistment) => _ = PrepareAsync(preparingEnlistment);

    public void Commit(Enlistment enlistment)
    {
        _hold.End(static session => session["Commit"].Run());
        _ = DoneAsync(enlistment);
    }

    public void Rollback(Enlistment enlistment)
    {
        _hold.End(static session => session.Rollback());
        End();
        enlistment.Done();
    }

    /// <summary>Nobody knows how it ended; what is saved stays.</summary>
    public void InDoubt(Enlistment enlistment) => Rollback(enlistment);

    public void Dispose() => _turn.Dispose();

    private async Task CommitAsync(SinglePhaseEnlistment enlistment)
    {
        try
        {
            await transactions.WriteAsync(_writes, static session => session["Commit"].Run()).ConfigureAwait(false);
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

    /// <summary>Promises to commit: everything is written, and the transaction has the file until its end.</summary>
    private async Task PrepareAsync(PreparingEnlistment enlistment)
    {
        TaskCompletionSource prepared = new(TaskCreationOptions.RunContinuationsAsynchronously);
        Task writing = transactions.WriteAsync(_writes, session =>
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
        transactions.Remove(this);
        _ended.TrySetResult();
    }
}
