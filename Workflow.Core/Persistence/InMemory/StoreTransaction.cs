using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The changes of one active transaction to the store in memory.</summary>
internal sealed class StoreTransaction(StoreWrites writes, string id) : IEnlistmentNotification
{
    private readonly HashSet<InstanceRow> _rows = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Id { get; } = id;

    public IReadOnlyCollection<InstanceRow> Rows => _rows;

    /// <summary>Whether the transaction is prepared, so that no other call may change what it has written.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Whether the transaction has committed or rolled back, so that it takes no further writes.</summary>
    public bool HasEnded { get; set; }

    /// <summary>Completes with the end of the transaction, whatever its outcome is.</summary>
    public Task Ended => _ended.Task;

    public void Add(InstanceRow row) => _rows.Add(row);

    public void End() => _ended.TrySetResult();

    /// <summary>Rejects a write after the end. Must be called under the lock under which the store sets <see cref="HasEnded"/>.</summary>
    /// <exception cref="TransactionAbortedException">The transaction has ended.</exception>
    public void ThrowIfEnded(Guid instanceId)
    {
        // A rollback, for example by a timeout, may come on another thread after the enlistment or while the write waited. Nothing would ever end a write that came after it, and
        // all other writers of the instance would wait for it forever.
        if (HasEnded)
        {
            throw new TransactionAbortedException($"The transaction ended before the instance '{instanceId}' was written; save the instance again in a new transaction.");
        }
    }

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        if (writes.Prepare(this) is { } failure)
        {
            // The resource manager that forces a rollback gets no Rollback notification.
            writes.End(this, isCommitted: false);
            preparingEnlistment.ForceRollback(failure);
        }
        else
        {
            preparingEnlistment.Prepared();
        }
    }

    public void Commit(Enlistment enlistment)
    {
        writes.End(this, isCommitted: true);
        enlistment.Done();
    }

    public void Rollback(Enlistment enlistment)
    {
        writes.End(this, isCommitted: false);
        enlistment.Done();
    }

    /// <summary>The outcome is unknown; the saved images stay.</summary>
    public void InDoubt(Enlistment enlistment) => Rollback(enlistment);
}
