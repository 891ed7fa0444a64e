using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Handles the requests to an instance. Only the owner of the turn uses it.</summary>
internal sealed class RequestHandler(ActiveInstance instance, InstanceTurn turn, DeferredRequests deferred, ScopeRollback rollback)
{
    private ActivityExecutor Executor => instance.Tree.Executor;

    private InstanceShutdown Shutdown => instance.Tree.Shutdown;

    private InstanceTracker? Tracker => InstanceTracker.Of(Executor);

    /// <summary>Handles the pending requests.</summary>
    /// <returns>True if steps can run.</returns>
    public bool HandleAll()
    {
        if (!Executor.Transactions.IsActive)
        {
            deferred.EndScope();
        }

        while (turn.TryTake(out InstanceRequest? request))
        {
            // A request can end the instance. The requests after it are then answered, or passed to the object that is loaded next.
            if (turn.IsInMemory)
            {
                Handle(request);
            }
            else
            {
                Shutdown.Redirect(request);
            }
        }

        return turn.Phase == LifecyclePhase.Running;
    }

    private void Handle(InstanceRequest request)
    {
        switch (request.Change)
        {
            case InstanceChange.Created:
                Tracker?.Track(TrackingWorkflowEvent.Created);
                break;
            case InstanceChange.Started:
                Start();
                break;
            case InstanceChange.Suspended:
                Suspend(request);
                break;
            case InstanceChange.Resumed:
                Resume();
                break;
            case InstanceChange.ProfilesReloaded:
                Tracker?.Reload();
                break;
            case InstanceChange.ItemSent:
                deferred.Deliver(request, Executor);
                break;
            case InstanceChange.ItemSentOnIdle:
                deferred.KeepUntilIdle(request);
                break;
            case InstanceChange.TimerDue:
                instance.Tree.Timers.TakeDue(Executor.Queuing);
                break;
            default:
                HandleEnd(request);
                break;
        }
    }

    /// <summary>Handles a request that ends, unloads or changes the instance, or ends a transaction scope.</summary>
    private void HandleEnd(InstanceRequest request)
    {
        switch (request.Change)
        {
            case InstanceChange.TransactionAborted when turn.Phase == LifecyclePhase.Suspended:
                // No step runs while the instance is suspended. The scope ends nevertheless, so that the requests that wait for its end are handled.
                Executor.Transactions.CheckAborted();
                rollback.TryRollBack();
                break;
            case InstanceChange.Terminated:
                deferred.EndScope();
                Shutdown.EndWith(new WorkflowTerminatedException(request.Error), mayKeepWork: true);
                break;
            case InstanceChange.Aborted:
                deferred.EndScope();
                Shutdown.Abort(null);
                break;
            case InstanceChange.Changed or InstanceChange.Unloaded when Executor.Transactions.IsActive:
                deferred.KeepUntilScopeEnds(request);
                break;
            case InstanceChange.Changed when request.Changes is not null:
                Change(request);
                break;
            case InstanceChange.Unloaded:
                Unload(request);
                break;
        }
    }

    private void Start()
    {
        if (turn.Phase == LifecyclePhase.Created)
        {
            turn.SetPhase(LifecyclePhase.Running);
            Tracker?.Track(TrackingWorkflowEvent.Started);
            Executor.Start();
        }
    }

    private void Suspend(InstanceRequest request)
    {
        if (turn.Phase == LifecyclePhase.Running)
        {
            turn.SetPhase(LifecyclePhase.Suspended);
            Shutdown.SuspendInfo = request.Error;
            Tracker?.Track(TrackingWorkflowEvent.Suspended, new TrackingWorkflowSuspendedEventArgs(request.Error));
            turn.NotifyBetweenSteps(() => instance.Host.NotifySuspended(request.Error));
        }
    }

    private void Resume()
    {
        if (turn.Phase == LifecyclePhase.Suspended)
        {
            turn.SetPhase(LifecyclePhase.Running);
            Tracker?.Track(TrackingWorkflowEvent.Resumed);
            turn.NotifyBetweenSteps(() => instance.Host.Notify(InstanceChange.Resumed));
        }
    }

    private void Change(InstanceRequest request) => request.TryAnswer(() =>
    {
        using IDisposable environment = WorkflowEnvironment.Enter(instance.Host.InstanceId, Shutdown.Saves.Batch);
        Executor.ApplyChanges(request.Changes!);
        return true;
    });

    /// <summary>Unloads the instance for a waiting thread.</summary>
    private void Unload(InstanceRequest request)
    {
        bool isAnswered = request.TryAnswer(() =>
        {
            deferred.DeliverItemsForIdle(Executor);
            return Shutdown.TryUnload();
        });
        if (!isAnswered)
        {
            // Other requests must be handled first. They are before this one in the queue now.
            turn.Defer(request);
        }
    }
}
