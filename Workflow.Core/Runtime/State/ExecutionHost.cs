using System.Transactions;

namespace Workflow.Runtime.State;

/// <summary>The services that an instance needs from its host. The object is created on first use.</summary>
internal abstract class ExecutionHost : InstanceServices
{
    /// <summary>The transaction of the caller, in which the whole workflow runs; null if there is none (rule 10.6).</summary>
    public abstract Transaction? AmbientTransaction { get; }

    /// <summary>
    /// Queues the item when the operation has ended, on the thread that owns the instance at that time, once the instance is idle (rule 1.4).
    /// </summary>
    public abstract void Watch(Task operation, WorkItem item);

    /// <summary>
    /// Saves the instance. If the task has not completed when the method returns, the host does not run the instance until it has; then the host calls
    /// <c>Unblock</c> of the executor and runs the instance again.
    /// </summary>
    public abstract Task SaveAsync();

    /// <summary>True if the instance is saved in each transaction that it commits (rule 10.3.1).</summary>
    public virtual bool SavesInTransactions => false;

    /// <summary>
    /// Prepares for a transaction in which the instance will be saved, before the transaction begins. If the task has not completed when the method returns,
    /// the host does not run the instance until it has, as in <see cref="SaveAsync"/>. The task does not fail: if something is missing, the save fails.
    /// </summary>
    public virtual Task PrepareTransactionAsync() => Task.CompletedTask;

    /// <summary>
    /// Saves the instance in a transaction and commits it. The host does not run the instance until the task has completed, as in <see cref="SaveAsync"/>.
    /// </summary>
    /// <returns>
    /// A task that fails with a <see cref="TransactionAbortedException"/> if the transaction was rolled back. After any other failure, its outcome may be
    /// unknown.
    /// </returns>
    public virtual Task SaveAndCommitAsync(CommittableTransaction transaction) => throw new NotSupportedException();

    /// <summary>
    /// True if an operation of the host waits for access to the instance and can be performed at the item boundary that the instance has just reached.
    /// </summary>
    public virtual bool HasWaitingOperation => false;

    /// <summary>
    /// True if the thread that runs the instance blocks until the instance has ended. Asynchronous work must not need this thread, so it is started outside the
    /// thread's synchronization context and task scheduler.
    /// </summary>
    public virtual bool BlocksCaller => false;

    /// <summary>True if the host finds instances by the ids of their bookmark scopes. If false, no activity may give a scope an id (rule 8.6).</summary>
    public virtual bool SupportsKeys => false;

    /// <summary>Reports the ids that activities gave to bookmark scopes, and the ids of deleted scopes, in the item that has just ended.</summary>
    public virtual void ChangeKeys(IReadOnlyList<Guid> added, IReadOnlyList<Guid> removed)
    {
    }
}
