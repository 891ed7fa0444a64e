using System.Transactions;

namespace Workflow.Persistence;

/// <summary>What one transaction has written to a store in memory and has not committed yet.</summary>
internal sealed class StoreTransaction(InMemoryInstanceStore store, string id) : IEnlistmentNotification
{
    private readonly HashSet<InstanceRow> _rows = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Id { get; } = id;

    public IReadOnlyCollection<InstanceRow> Rows => _rows;

    /// <summary>Whether it has promised to commit, so that nothing may change what it has written.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>Ends with the transaction, however that ends.</summary>
    public Task Ended => _ended.Task;

    public void Add(InstanceRow row) => _rows.Add(row);

    public void End() => _ended.TrySetResult();

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        if (store.Prepare(this) is { } failure)
        {
            // Who forces a rollback is not told of it.
            store.End(this, isCommitted: false);
            preparingEnlistment.ForceRollback(failure);
        }
        else
        {
            preparingEnlistment.Prepared();
        }
    }

    public void Commit(Enlistment enlistment)
    {
        store.End(this, isCommitted: true);
        enlistment.Done();
    }

    public void Rollback(Enlistment enlistment)
    {
        store.End(this, isCommitted: false);
        enlistment.Done();
    }

    /// <summary>Nobody knows how it ended; what is saved stays.</summary>
    public void InDoubt(Enlistment enlistment) => Rollback(enlistment);
}
