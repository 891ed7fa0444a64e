extern alias WorkflowCore;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves one instance together with its work, in one transaction. The thread that runs the instance uses it.</summary>
internal sealed class PersistencePoint(WorkflowRuntime runtime, Activity root, Guid instanceId, WorkBatch batch)
{
    public WorkBatch Batch => batch;

    /// <summary>Whether code of services runs that saves the instance or does its work.</summary>
    public bool IsSaving { get; private set; }

    public bool HasService => runtime.Persistence is not null;

    /// <summary>Whether work waits for no save. What cannot say so waits.</summary>
    public bool IsDirty
    {
        get
        {
            bool isDirty = false;
            runtime.Guard(() => isDirty = Batch.MustCommit(), instanceId);
            return isDirty;
        }
    }

    /// <summary>Whether the instance leaves the memory now that it is idle.</summary>
    public bool UnloadsOnIdle
    {
        get
        {
            bool unloads = false;
            runtime.Guard(() => unloads = runtime.Persistence?.UnloadOnIdle(root) == true, instanceId);
            return unloads;
        }
    }

    /// <summary>After these failures, memory may not be the truth any more: another runtime has the instance, or the transaction may have been committed.</summary>
    public static bool EndsRun(Exception failure) => failure is WorkflowOwnershipException || failure.InnerException is WorkflowOwnershipException or TransactionInDoubtException;

    /// <summary>Saves the instance and does its work. Without a persistence service, only the work is done.</summary>
    /// <param name="status">What the instance is doing.</param>
    /// <param name="info">Why it is suspended or terminated, or null.</param>
    /// <param name="isBlocked">Whether it waits.</param>
    /// <param name="unlock">Whether other runtimes can have it.</param>
    /// <param name="transaction">The transaction in which the work is done, and which is committed then; null: the service for work batches makes one.</param>
    /// <param name="failure">The exception with which the instance ends, or null.</param>
    /// <exception cref="PersistenceException">Nothing was saved, or it is unknown whether it was. The work is kept for the next save.</exception>
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

    /// <summary>Gives the instance back as it was saved last. The work is dropped.</summary>
    public void Unlock()
    {
        Drop();
        if (HasService)
        {
            Commit(() => runtime.Persistence!.UnlockWorkflowInstanceState(root));
        }
    }

    /// <summary>Forgets the work, which was not done.</summary>
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

    private void Do() => Batch.Commit(Transaction.Current
        ?? throw new InvalidOperationException("The service for work batches called back without an ambient transaction; open a TransactionScope around the call."));

    private Exception Failed(Exception failure)
    {
        // A store that refuses in the commit is the cause of an aborted transaction.
        Exception cause = failure is TransactionException { InnerException: { } inner } ? inner : failure;
        return cause is WorkflowOwnershipException or InstanceLockLostException or InstanceOwnerException
            ? new WorkflowOwnershipException(instanceId, null, cause)
            : new PersistenceException($"The workflow instance '{instanceId}' could not be saved: {cause.Message}", failure);
    }
}
