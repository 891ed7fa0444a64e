using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Resets an instance to the beginning of a transaction scope that has failed. Only the thread that runs the instance uses it.</summary>
internal sealed class ScopeRollback(LoadedInstance instance, InstanceMutex gate, RequestQueue inbox, WorkBatch batch)
{
    /// <summary>
    /// If a scope has failed, resets the instance to the beginning of the scope, and faults the scope with the exception. Items that arrived meanwhile are
    /// delivered again. If the reset fails, the instance is aborted.
    /// </summary>
    /// <returns>True if a scope has failed.</returns>
    public bool TryRevert()
    {
        InstanceTree body = instance.Body;
        if (body.Executor.Transactions.Failure is not { } failure)
        {
            return false;
        }

        using IDisposable environment = WorkflowEnvironment.Enter(instance.InstanceId, batch);
        InstanceRequest[] again = inbox.LeaveScope(gate);
        if (PersistencePoint.EndsRun(failure))
        {
            body.Exit.Abort(failure);
            return true;
        }

        try
        {
            string? info = body.Exit.SuspendInfo;
            Activity root = ReadCheckpoint(body.Executor);
            body.Timers.Stop();
            body.Executor.Unload();
            body = new InstanceTree(instance, root, gate, batch, InstanceTracker.Of(body.Executor));
            instance.Body = body;
            if (gate.Phase == InstancePhase.Suspended)
            {
                body.Exit.SuspendInfo = info;
            }

            body.Executor.Reload();
            body.Executor.FaultScope(failure);
            foreach (InstanceRequest request in again)
            {
                inbox.Deliver(request, body.Executor);
            }

            body.Timers.Arrange();
        }
        catch (Exception exception)
        {
            body.Exit.Abort(exception);
        }

        return true;
    }

    private Activity ReadCheckpoint(ActivityExecutor executor)
    {
        byte[] checkpoint = executor.Transactions.Checkpoint;
        executor.Transactions.Drop();
        return SavedForm.ReadCheckpoint(
            checkpoint,
            instance.InstanceId,
            _ => instance.Handle.Definition,
            root => new ActivityExecutor(root, instance.InstanceId, instance.Runtime));
    }
}
