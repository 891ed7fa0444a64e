using System.Transactions;
using Workflow.Runtime.Executors;

namespace Workflow.Runtime.State;

/// <summary>What an instance needs from its host; created only when it is needed.</summary>
internal abstract class ExecutionHost : InstanceServices
{
    /// <summary>The transaction of the caller, which the whole workflow runs in; null for none (rule 10.6).</summary>
    public abstract Transaction? AmbientTransaction { get; }

    /// <summary>Brings the item back when the operation has ended, on the thread that owns the instance then, once it is idle (rule 1.4).</summary>
    public abstract void Watch(Task operation, WorkItem item);

    /// <summary>
    /// Saves the instance. Unless the task has ended at the return, the host leaves the instance alone until it has; then it calls
    /// <see cref="WorkflowExecutor.EndStandstill"/> and lets the instance run on.
    /// </summary>
    public abstract Task SaveAsync();

    /// <summary>Whether the instance is saved in each transaction that it commits (rule 10.3.1).</summary>
    public virtual bool SavesInTransactions => false;

    /// <summary>
    /// Called before a transaction begins in which the instance will be saved. Unless the task has ended at the return, the host leaves the instance alone until it has,
    /// as in <see cref="SaveAsync"/>. The task does not fail: what is missing makes the save fail.
    /// </summary>
    public virtual Task PrepareTransactionAsync() => Task.CompletedTask;

    /// <summary>Saves the instance in a transaction and commits it. The host leaves the instance alone until the task has ended, as in <see cref="SaveAsync"/>.</summary>
    /// <returns>A task that fails with a <see cref="TransactionAbortedException"/> if the transaction was rolled back. With any other failure, its outcome may be unknown.</returns>
    public virtual Task SaveAndCommitAsync(CommittableTransaction transaction) => throw new NotSupportedException();

    /// <summary>Something waits for the turn that would be served at the boundary between two items that the instance has just reached.</summary>
    public virtual bool WantsTurn => false;

    /// <summary>
    /// The thread that runs the instance waits for it, so that nothing may have to go on there: what is asynchronous is started outside its
    /// synchronization context and task scheduler.
    /// </summary>
    public virtual bool BlocksCaller => false;

    /// <summary>Whether instances are found by the ids of their bookmark scopes; without it no activity may give a scope an id (rule 8.6).</summary>
    public virtual bool SupportsKeys => false;

    /// <summary>Activities gave ids to bookmark scopes, or deleted scopes with ids, in the item that has just ended.</summary>
    public virtual void ChangeKeys(IReadOnlyList<Guid> added, IReadOnlyList<Guid> removed)
    {
    }
}
