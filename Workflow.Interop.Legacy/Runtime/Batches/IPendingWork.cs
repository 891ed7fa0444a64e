using System.Collections;
using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Work that is performed together with the next save of a workflow instance, in one transaction. Add it with <see cref="IWorkBatch.Add"/>.</summary>
public interface IPendingWork
{
    /// <summary>
    /// Performs the work in the transaction. The method can be called again with the same items: if the transaction fails while the instance is idle, the items
    /// stay for the next commit. An exception rolls the transaction back.
    /// </summary>
    /// <param name="transaction">The transaction, which is also the ambient transaction.</param>
    /// <param name="items">Items that were added consecutively, in their order.</param>
    void Commit(Transaction transaction, ICollection items);

    /// <summary>
    /// Called once after each attempt to commit. An exception is raised as <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/> and has no other effect.
    /// </summary>
    /// <param name="succeeded">True if the transaction was committed; false if it was rolled back, or if its outcome is unknown.</param>
    /// <param name="items">All items, in their order.</param>
    void Complete(bool succeeded, ICollection items);

    /// <summary>Returns true if the items must be committed as soon as the instance is idle, even if the instance is not saved then.</summary>
    /// <param name="items">All items, in their order.</param>
    bool MustCommit(ICollection items);
}

/// <summary>The work that is performed together with the next save of a workflow instance.</summary>
public interface IWorkBatch
{
    /// <summary>Adds work.</summary>
    /// <param name="work">The object that performs the work.</param>
    /// <param name="workItem">The item of work. It is not saved with the instance.</param>
    void Add(IPendingWork work, object workItem);
}
