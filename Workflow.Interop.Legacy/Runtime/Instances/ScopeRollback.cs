using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Resets an instance to the beginning of a transaction scope that has failed. Only the owner of the turn uses it.</summary>
internal sealed class ScopeRollback(ActiveInstance instance, InstanceTurn turn, DeferredRequests deferred, WorkBatch batch)
{
    /// <summary>
    /// If a scope has failed, resets the instance to the beginning of the scope, and faults the scope with the exception. Items that arrived meanwhile are
    /// delivered again. If the reset fails, the instance is aborted.
    /// </summary>
    /// <returns>True if a scope has failed.</returns>
    public bool TryRollBack()
    {
        InstanceTree tree = instance.Tree;
        if (tree.Executor.Transactions.Failure is not { } failure)
        {
            return false;
        }

        using IDisposable environment = WorkflowEnvironment.Enter(instance.Host.InstanceId, batch);
        InstanceRequest[] again = deferred.EndScope();
        if (WorkBatchSaver.IsOutdated(failure))
        {
            tree.Shutdown.Abort(failure);
            return true;
        }

        try
        {
            // The checkpoint is older than a suspension during the scope, so its reason is carried over.
            string? info = tree.Shutdown.SuspendInfo;
            Activity root = ReadCheckpoint(tree.Executor);
            // The scheduler has one timer for the instance. The old tree removes it before the new tree registers one.
            tree.Timers.Stop();
            tree.Executor.Lifetime.Unload(tree.Root);
            tree = new InstanceTree(instance, root, turn, batch, InstanceTracker.Of(tree.Executor));
            instance.Tree = tree;
            if (turn.Phase == LifecyclePhase.Suspended)
            {
                tree.Shutdown.SuspendInfo = info;
            }

            // Activities may look for services and queues when they are loaded, so the scope faults only afterwards.
            tree.Executor.Lifetime.Reload(root);
            tree.Executor.Transitions.FaultScope(failure);
            // Behind the fault: the scope ends before activities around it handle these items.
            foreach (InstanceRequest request in again)
            {
                deferred.Deliver(request, tree.Executor);
            }

            tree.Timers.Arrange();
        }
        catch (Exception exception)
        {
            tree.Shutdown.Abort(exception);
        }

        return true;
    }

    private Activity ReadCheckpoint(ActivityExecutor executor)
    {
        byte[] checkpoint = executor.Transactions.Checkpoint;
        executor.Transactions.RollBack();
        return InstanceSnapshot.ReadCheckpoint(checkpoint, instance.Host.InstanceId, _ => instance.Host.Definition, instance.Host.Executors);
    }
}
