using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves instances with the persistence service of a runtime, and commits their work with its service for work batches.</summary>
internal sealed class RuntimeSaves(RuntimeServices services) : SavePort
{
    /// <inheritdoc/>
    public override bool HasService => services.Persistence is not null;

    /// <inheritdoc/>
    public override bool UnloadsOnIdle(Activity root) => services.Persistence?.UnloadOnIdle(root) == true;

    /// <inheritdoc/>
    public override void Save(Activity root, bool unlock) => services.Persistence?.SaveWorkflowInstanceState(root, unlock);

    /// <inheritdoc/>
    public override void Unlock(Activity root) => services.Persistence?.UnlockWorkflowInstanceState(root);

    /// <inheritdoc/>
    public override void Commit(CommittableTransaction? transaction, Action work)
    {
        if (transaction is not null && services.CommitService.IsDefault)
        {
            WorkflowCommitWorkBatchService.PerformIn(transaction, work);
            return;
        }

        using TransactionScope? ambient = transaction is null ? null : new TransactionScope(transaction, TransactionScopeAsyncFlowOption.Enabled);
        services.CommitService.CommitWorkBatch(new WorkflowCommitWorkBatchService.CommitWorkBatchCallback(work));
        ambient?.Complete();
    }
}
