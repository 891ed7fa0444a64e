extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves one instance together with its work, in one transaction. Only the thread that runs the instance uses it.</summary>
internal sealed class PersistencePoint(WorkflowRuntime runtime, Activity root, Guid instanceId, WorkBatch batch)
{
    public WorkBatch Batch => batch;

    /// <summary>True while services save the instance or perform its work.</summary>
    public bool IsSaving { get; private set; }

    public bool HasService => runtime.Persistence is not null;

    /// <summary>True if some of the work must not wait for a save. Work that throws when it is asked can wait.</summary>
    public bool IsDirty
    {
        get
        {
            bool isDirty = false;
            runtime.Guard(() => isDirty = Batch.MustCommit(), instanceId);
            return isDirty;
        }
    }

    /// <summary>True if the instance must leave memory now that it is idle.</summary>
    public bool UnloadsOnIdle
    {
        get
        {
            bool unloads = false;
            runtime.Guard(() => unloads = runtime.Persistence?.UnloadOnIdle(root) == true, instanceId);
            return unloads;
        }
    }

    /// <summary>
    /// True for a failure after which the instance in memory can be outdated: another runtime has the instance, or the transaction may have been committed.
    /// </summary>
    public static bool EndsRun(Exception failure) =>
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
                runtime.Persistence?.SaveWorkflowInstanceState(root, unlock);
            },
            transaction);
        if (HasService)
        {
            runtime.Notify(InstanceChange.Persisted, instanceId);
        }
    }

    /// <summary>Releases the lock on the instance in its last saved state. The work is discarded.</summary>
    public void Unlock()
    {
        Drop();
        if (HasService)
        {
            Commit(() => runtime.Persistence!.UnlockWorkflowInstanceState(root));
        }
    }

    /// <summary>Discards the work that was not performed.</summary>
    public void Drop() => Batch.CutTo(0);

    private void Commit(Action prepare, CommittableTransaction? transaction = null)
    {
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
                    CommitIn(transaction);
                }

                transaction?.Commit();
            }
            catch (Exception failure)
            {
                if (isTried)
                {
                    Batch.Complete(succeeded: false, call => runtime.Guard(call, instanceId));
                }

                Batch.CutTo(own);
                throw failure is PersistenceException or WorkflowOwnershipException ? failure : Failed(failure);
            }
            finally
            {
                IsSaving = false;
            }

            Batch.Complete(succeeded: true, call => runtime.Guard(call, instanceId));
            Drop();
        }
    }

    private void CommitIn(CommittableTransaction? transaction)
    {
        if (transaction is not null && runtime.CommitService.IsDefault)
        {
            WorkflowCommitWorkBatchService.DoIn(transaction, Do);
            return;
        }

        using TransactionScope? ambient = transaction is null ? null : new TransactionScope(transaction, TransactionScopeAsyncFlowOption.Enabled);
        runtime.CommitService.CommitWorkBatch(Do);
        ambient?.Complete();
    }

    private void Do() => Batch.Commit(Transaction.Current ?? throw new InvalidOperationException(
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
