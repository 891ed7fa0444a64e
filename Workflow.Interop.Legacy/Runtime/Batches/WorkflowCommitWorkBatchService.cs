using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Commits the work of an instance in a transaction. A runtime has one; a custom one is added before the runtime is started.</summary>
public abstract class WorkflowCommitWorkBatchService : WorkflowRuntimeService
{
    /// <summary>Does the work of an instance. Its transaction is the ambient one.</summary>
    public delegate void CommitWorkBatchCallback();

    /// <summary>
    /// Commits the work: in a new transaction, or in a clone of the ambient one if there is one. An override can call it again after an exception, because the transaction
    /// was rolled back then.
    /// </summary>
    /// <param name="commitWorkBatchCallback">Does the work in the ambient transaction.</param>
    /// <exception cref="TransactionException">The transaction was not committed.</exception>
    protected internal virtual void CommitWorkBatch(CommitWorkBatchCallback commitWorkBatchCallback)
    {
        ArgumentNullException.ThrowIfNull(commitWorkBatchCallback);
        if (Transaction.Current is { } ambient)
        {
            using DependentTransaction clone = ambient.DependentClone(DependentCloneOption.BlockCommitUntilComplete);
            DoIn(clone, commitWorkBatchCallback);
            clone.Complete();
        }
        else
        {
            using CommittableTransaction transaction = new();
            DoIn(transaction, commitWorkBatchCallback);
            transaction.Commit();
        }
    }

    /// <summary>Whether nothing overrides <see cref="CommitWorkBatch"/>: in a transaction that the runtime commits afterwards, the work needs no clone of it.</summary>
    internal bool IsDefault => GetType() == typeof(DefaultWorkflowCommitWorkBatchService) || GetType() == typeof(SharedConnectionWorkflowCommitWorkBatchService);

    /// <summary>Does work whose ambient transaction is a given one, which is rolled back if the work fails.</summary>
    internal static void DoIn(Transaction transaction, CommitWorkBatchCallback work)
    {
        try
        {
            using TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled);
            work();
            scope.Complete();
        }
        catch (Exception exception)
        {
            // A scope that is not completed has rolled back already, except if it could not be made.
            transaction.Rollback(exception);
            throw;
        }
    }
}

/// <summary>Commits the work of an instance in one transaction. A runtime without another service uses it.</summary>
public class DefaultWorkflowCommitWorkBatchService : WorkflowCommitWorkBatchService;
