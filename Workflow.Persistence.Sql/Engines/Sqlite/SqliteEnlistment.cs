using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The part of a store in one transaction.</summary>
/// <remarks>
/// SQLite has one write lock for the file, which a transaction that lasts must not hold: all other saves would wait for it. So each write is tried at once and undone, and all are written,
/// and checked again, when the transaction commits. Only where the application writes in the same transaction, it has the lock from then on, and saves are written at once. Thread-safe.
/// </remarks>
internal sealed class SqliteEnlistment(SqliteTransactions transactions, string id) : ISinglePhaseNotification, IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SqliteHold _hold = new();
    private volatile IReadOnlyList<PendingWrite> _writes = [];
    private volatile DbConnection? _connection;
    private Task _lending = Task.CompletedTask;
    private volatile bool _isEnding;

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
            ThrowIfEnding();
            PendingWrite[] before = [.. _writes.Where(other => other.InstanceId == write.InstanceId)];
            StoreAnswer answer = await (_connection is null
                ? transactions.TryAsync(before, write, cancellationToken)
                : _hold.RunAsync(session => SqliteTransactions.WriteAlone(session, write))).ConfigureAwait(false);
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

    /// <summary>The connection on which the application can write in the transaction. What was saved in it before is written there now.</summary>
    public async Task<DbConnection> LendAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            ThrowIfEnding();
            if (_connection is { } known)
            {
                return known;
            }

            TaskCompletionSource<DbConnection> lent = new(TaskCreationOptions.RunContinuationsAsynchronously);
            _lending = transactions.LendAsync(
                _writes,
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
        finally
        {
            _turn.Release();
        }
    }

    public void SinglePhaseCommit(SinglePhaseEnlistment singlePhaseEnlistment)
    {
        IsCommitting = true;
        _isEnding = true;
        _ = CommitAsync(singlePhaseEnlistment);
    }

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        _isEnding = true;
        _ = PrepareAsync(preparingEnlistment);
    }

    public void Commit(Enlistment enlistment)
    {
        _hold.End(static session => session.Commit());
        _ = DoneAsync(enlistment);
    }

    public void Rollback(Enlistment enlistment)
    {
        _isEnding = true;
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
            return transactions.WriteAsync(_writes, static session => session.Commit());
        }

        _hold.End(static session => session.Commit());
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

    /// <summary>Lets a write that is being tried become part of the transaction; later ones are refused.</summary>
    private async Task WaitForAddedAsync()
    {
        await _turn.WaitAsync().ConfigureAwait(false);
        _turn.Release();
    }

    private void ThrowIfEnding()
    {
        if (_isEnding)
        {
            throw new TransactionException("The transaction is ending or has ended; save before it is completed.");
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
        _hold.End(static session => session.Rollback());
        transactions.Remove(this);
        _ended.TrySetResult();
    }
}
