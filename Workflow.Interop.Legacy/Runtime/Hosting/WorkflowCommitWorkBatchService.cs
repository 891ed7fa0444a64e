using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Commits the work of an instance in a transaction. A runtime has one such service; a custom service must be added before the runtime is started.
/// </summary>
public abstract class WorkflowCommitWorkBatchService : WorkflowRuntimeService
{
    /// <summary>Performs the work of an instance in the ambient transaction.</summary>
    public delegate void CommitWorkBatchCallback();

    /// <summary>
    /// Commits the work in a new transaction, or in a clone of the ambient transaction if there is one. An override can call the method again after an
    /// exception, because the transaction was rolled back.
    /// </summary>
    /// <param name="commitWorkBatchCallback">Performs the work in the ambient transaction.</param>
    /// <exception cref="TransactionException">The transaction was not committed.</exception>
    protected internal virtual void CommitWorkBatch(CommitWorkBatchCallback commitWorkBatchCallback)
    {
        ArgumentNullException.ThrowIfNull(commitWorkBatchCallback);
        if (Transaction.Current is { } ambient)
        {
            using DependentTransaction clone = ambient.DependentClone(DependentCloneOption.BlockCommitUntilComplete);
            PerformIn(clone, commitWorkBatchCallback.Invoke);
            clone.Complete();
        }
        else
        {
            using CommittableTransaction transaction = new();
            PerformIn(transaction, commitWorkBatchCallback.Invoke);
            transaction.Commit();
        }
    }

    /// <summary>True if <see cref="CommitWorkBatch"/> is not overridden. A transaction that the runtime commits itself then needs no clone.</summary>
    internal bool IsDefault => GetType().Assembly == typeof(WorkflowCommitWorkBatchService).Assembly;

    /// <summary>Performs work in the specified transaction, and rolls the transaction back if the work fails.</summary>
    internal static void PerformIn(Transaction transaction, Action work)
    {
        try
        {
            using TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled);
            work();
            scope.Complete();
        }
        catch (Exception exception)
        {
            // A TransactionScope that is not completed has already rolled back, unless its constructor failed.
            transaction.Rollback(exception);
            throw;
        }
    }
}

/// <summary>Commits the work of an instance in one transaction. A runtime without another service uses it.</summary>
public class DefaultWorkflowCommitWorkBatchService : WorkflowCommitWorkBatchService;
