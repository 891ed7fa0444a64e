extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves one instance together with its work, in one transaction. Only the owner of the turn uses it.</summary>
internal sealed class WorkBatchSaver(SavePort saves, ExecutorHost host, Activity root, Guid instanceId, WorkBatch batch)
{
    public WorkBatch Batch => batch;

    /// <summary>True while services save the instance or perform its work.</summary>
    public bool IsSaving { get; private set; }

    public bool HasService => saves.HasService;

    /// <summary>True if some of the work must not wait for a save. Work that throws when it is asked can wait.</summary>
    public bool IsDirty
    {
        get
        {
            bool isDirty = false;
            host.Guard(() => isDirty = Batch.MustCommit(), instanceId);
            return isDirty;
        }
    }

    /// <summary>True if the instance must leave memory now that it is idle.</summary>
    public bool UnloadsOnIdle
    {
        get
        {
            bool unloads = false;
            host.Guard(() => unloads = saves.UnloadsOnIdle(root), instanceId);
            return unloads;
        }
    }

    /// <summary>
    /// True for a failure after which the instance in memory can be outdated: another runtime has the instance, or the transaction may have been committed.
    /// </summary>
    public static bool IsOutdated(Exception failure) =>
        failure is WorkflowOwnershipException || failure.InnerException is WorkflowOwnershipException or TransactionInDoubtException;

    /// <summary>Saves the instance and performs its work. Without a persistence service, only the work is performed.</summary>
    /// <param name="status">The status of the instance.</param>
    /// <param name="info">The reason for the suspension or the termination, or null.</param>
    /// <param name="isBlocked">True if the instance waits.</param>
    /// <param name="unlock">True to release the instance for other runtimes.</param>
    /// <param name="transaction">The transaction in which the work is performed, and which is then committed. If it is null, the service for work batches
    /// creates one.</param>
    /// <param name="failure">The exception with which the instance ends, or null.</param>
    /// <exception cref="PersistenceException">The instance was not saved, or it is unknown if it was saved. The work is kept for the next save.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has the instance.</exception>
    public void Save(WorkflowStatus status, string? info, bool isBlocked, bool unlock, CommittableTransaction? transaction = null, Exception? failure = null)
    {
        InstanceTracker? tracker = InstanceTracker.Of(root.Runtime.Port);
        if (!HasService && Batch.Count == 0 && tracker is null)
        {
            return;
        }

        SavedStatus.Set(root, status, info, isBlocked);
        Commit(
            () =>
            {
                tracker?.OnSaving(status, HasService, unlock, failure);
                saves.Save(root, unlock);
            },
            transaction);
    }

    /// <summary>Releases the lock on the instance in its last saved state. The work is discarded.</summary>
    public void Unlock()
    {
        DiscardWork();
        if (HasService)
        {
            Commit(() => saves.Unlock(root));
        }
    }

    /// <summary>Discards the work that was not performed.</summary>
    public void DiscardWork() => Batch.CutTo(0);

    private void Commit(Action prepare, CommittableTransaction? transaction = null)
    {
        // A failed save removes what the services have added to the batch; the work of the activities stays for the next save.
        int own = Batch.Count;
        bool isTried = false;
        IsSaving = true;
        using (WorkflowEnvironment.Enter(instanceId, Batch))
        {
            try
            {
                prepare();
                isTried = Batch.Count > 0;
                if (isTried)
                {
                    saves.Commit(transaction, PerformWork);
                }

                transaction?.Commit();
            }
            catch (Exception failure)
            {
                if (isTried)
                {
                    Batch.Complete(succeeded: false, call => host.Guard(call, instanceId));
                }

                Batch.CutTo(own);
                throw failure is PersistenceException or WorkflowOwnershipException ? failure : Failed(failure);
            }
            finally
            {
                IsSaving = false;
            }

            Batch.Complete(succeeded: true, call => host.Guard(call, instanceId));
            DiscardWork();
        }
    }

    private void PerformWork() => Batch.Commit(Transaction.Current ?? throw new InvalidOperationException(
        "The service for work batches called back without an ambient transaction; open a TransactionScope around the call."));

    private Exception Failed(Exception failure)
    {
        // If a store refuses the commit, its exception is the cause of the aborted transaction.
        Exception cause = failure is TransactionException { InnerException: { } inner } ? inner : failure;
        return cause is WorkflowOwnershipException or InstanceLockLostException or InstanceOwnerException
            ? new WorkflowOwnershipException(instanceId, null, cause)
            : new PersistenceException($"The workflow instance '{instanceId}' could not be saved: {cause.Message}", failure);
    }
}
