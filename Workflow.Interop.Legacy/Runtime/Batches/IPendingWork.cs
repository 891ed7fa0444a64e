using System.Collections;
using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Work that is done together with the next save of a workflow instance, in one transaction. Add it with <see cref="IWorkBatch.Add"/>.</summary>
public interface IPendingWork
{
    /// <summary>
    /// Does the work in the transaction. It may be called again with the same items: if the transaction fails while the instance is idle, the items stay for the next
    /// commit. An exception rolls the transaction back.
    /// </summary>
    /// <param name="transaction">The transaction, which is also the ambient one.</param>
    /// <param name="items">Items that were added one after the other, in their order.</param>
    void Commit(Transaction transaction, ICollection items);

    /// <summary>Is called once after each commit. An exception is raised as <see cref="WorkflowRuntime.ServicesExceptionNotHandled"/> and has no other effect.</summary>
    /// <param name="succeeded">Whether the transaction was committed. False: it was rolled back, or its outcome is unknown.</param>
    /// <param name="items">All items, in their order.</param>
    void Complete(bool succeeded, ICollection items);

    /// <summary>Whether the items are committed as soon as the instance is idle, even if it is not saved then.</summary>
    /// <param name="items">All items, in their order.</param>
    bool MustCommit(ICollection items);
}

/// <summary>The work that is done together with the next save of a workflow instance.</summary>
public interface IWorkBatch
{
    /// <summary>Adds work.</summary>
    /// <param name="work">Who does it.</param>
    /// <param name="workItem">What is to do. It is not saved with the instance.</param>
    void Add(IPendingWork work, object workItem);
}
