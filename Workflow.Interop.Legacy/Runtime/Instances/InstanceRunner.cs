using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Runs the steps of an instance on a thread of the scheduler.</summary>
internal sealed class InstanceRunner(
    ActiveInstance instance, InstanceTurn turn, RequestHandler requests, DeferredRequests deferred, ScopeRollback rollback)
{
    private bool _hasRun;

    /// <summary>Runs steps until none is left. Does nothing if another thread owns the turn, because that thread schedules the instance when it ends.</summary>
    public void Run()
    {
        if (!turn.TryBegin())
        {
            return;
        }

        using IDisposable environment = WorkflowEnvironment.Enter(instance.Host.InstanceId, instance.Tree.Shutdown.Saves.Batch);
        do
        {
            RunSteps();
        }
        while (!turn.TryEnd());
    }

    private void RunSteps()
    {
        // Requests come before each step, so that a suspension or termination takes effect after the step during which it was made.
        while (requests.HandleAll())
        {
            ActivityExecutor executor = instance.Tree.Executor;
            bool isIdle = !executor.IsEnded && !executor.RunNext();
            _hasRun |= !isIdle;
            if (isIdle)
            {
                executor.Transactions.CheckAborted();
            }

            // A rollback replaces the tree, so nothing of the old one is used afterwards.
            if (rollback.TryRollBack())
            {
                continue;
            }

            if (executor.IsEnded)
            {
                instance.Tree.Shutdown.End();
            }
            else if (isIdle && !deferred.DeliverItemsForIdle(executor))
            {
                instance.Tree.Timers.Arrange();
                OnIdle();
                return;
            }
        }
    }

    /// <summary>
    /// Called when the instance is idle. A handler can unload the instance. Requests of the handler do not cause another call unless a step runs, because the
    /// handler could make the same requests forever.
    /// </summary>
    private void OnIdle()
    {
        if (_hasRun)
        {
            _hasRun = false;
            InstanceTracker.Of(instance.Tree.Executor)?.Track(TrackingWorkflowEvent.Idle);
            turn.NotifyBetweenSteps(() => instance.Host.Notify(InstanceChange.Idled));
        }

        if (turn.IsInMemory)
        {
            instance.Tree.Shutdown.SaveIdle();
        }
    }
}
