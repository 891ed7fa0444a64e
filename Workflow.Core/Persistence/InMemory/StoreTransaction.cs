using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The changes of one active transaction to the store in memory.</summary>
internal sealed class StoreTransaction(StoreWrites writes, string id) : IEnlistmentNotification
{
    private readonly HashSet<InstanceRow> _rows = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Id { get; } = id;

    public IReadOnlyCollection<InstanceRow> Rows => _rows;

    /// <summary>True if the transaction is prepared, so that no other call may change the instances that it has written.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>True if the transaction has committed or rolled back and accepts no further writes.</summary>
    public bool HasEnded { get; set; }

    /// <summary>Completes when the transaction ends, with any outcome.</summary>
    public Task Ended => _ended.Task;

    public void Add(InstanceRow row) => _rows.Add(row);

    public void End() => _ended.TrySetResult();

    /// <summary>Throws if the transaction has ended. Must be called under the lock under which the store sets <see cref="HasEnded"/>.</summary>
    /// <exception cref="TransactionAbortedException">The transaction has ended.</exception>
    public void ThrowIfEnded(Guid instanceId)
    {
        // A rollback, for example by a timeout, may run on another thread after the enlistment or while the write waited. A write after the rollback would
        // never be ended, and all other writers of the instance would wait for it forever.
        if (HasEnded)
        {
            throw new TransactionAbortedException(
                $"The transaction ended before the instance '{instanceId}' was written; save the instance again in a new transaction.");
        }
    }

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        if (writes.Prepare(this) is { } failure)
        {
            // The transaction manager sends no Rollback notification to the resource manager that forces the rollback.
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

    /// <summary>Rolls back: the outcome is unknown, and the images from before the transaction stay.</summary>
    public void InDoubt(Enlistment enlistment) => Rollback(enlistment);
}
