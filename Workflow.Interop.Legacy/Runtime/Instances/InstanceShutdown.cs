using System.Transactions;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves an instance, and removes it from memory. Only the owner of the turn uses it.</summary>
internal sealed class InstanceShutdown(ActiveInstance instance, InstanceTree tree, InstanceTurn turn, WorkBatch batch)
{
    private readonly InstanceHost _host = instance.Host;

    public WorkBatchSaver Saves { get; } = new(instance.Host.Saving, instance.Host.Executors, tree.Root, instance.Host.InstanceId, batch);

    /// <summary>The reason for the suspension of the instance, or null.</summary>
    public string? SuspendInfo
    {
        get => SavedStatus.InfoOf(tree.Root);
        set => SavedStatus.Set(tree.Root, WorkflowStatus.Suspended, value, isBlocked: false);
    }

    /// <summary>Saves the instance, which continues afterwards.</summary>
    public void Save(bool isIdle, bool unlock, CommittableTransaction? transaction = null)
    {
        WorkflowStatus status = turn.Phase switch
        {
            LifecyclePhase.Created => WorkflowStatus.Created,
            LifecyclePhase.Suspended => WorkflowStatus.Suspended,
            _ => WorkflowStatus.Running,
        };
        SaveAs(status, status == WorkflowStatus.Suspended ? SuspendInfo : null, isIdle, unlock, transaction);
    }

    /// <summary>
    /// Called when the instance is idle. Unloads the instance if the persistence service requests this; otherwise, saves it if there is work that must be
    /// committed. After a failure, the instance usually stays in memory until it is idle again. In a transaction scope, the instance is not saved.
    /// </summary>
    public void SaveIdle()
    {
        if (tree.Executor.Transactions.IsActive)
        {
            return;
        }

        try
        {
            if (Saves.UnloadsOnIdle)
            {
                // Pending requests are handled before an unload; then the instance becomes idle again.
                _ = TryUnload();
            }
            else if (Saves.IsDirty)
            {
                Save(isIdle: true, unlock: false);
            }
        }
        catch (Exception failure)
        {
            _host.Report(failure);
            if (turn.IsInMemory && WorkBatchSaver.IsOutdated(failure))
            {
                Abort(null);
            }
        }
    }

    /// <summary>Saves the instance and removes it from memory.</summary>
    /// <returns>True if the instance was unloaded; false if there are requests, which must be handled first.</returns>
    public bool TryUnload()
    {
        if (!turn.TryBeginUnload())
        {
            return false;
        }

        try
        {
            using (WorkflowEnvironment.Enter(_host.InstanceId, Saves.Batch))
            {
                Save(tree.Executor.IsBlocked, unlock: true);
            }

            Forget(LifecyclePhase.Unloaded);
        }
        catch (Exception failure) when (WorkBatchSaver.IsOutdated(failure))
        {
            Abort(null);
            throw;
        }
        finally
        {
            // The threads that wait for the end of the unload continue only when the phase shows its outcome.
            turn.EndUnload();
        }

        _host.Notify(InstanceChange.Unloaded);
        return true;
    }

    /// <summary>Ends the instance after the root has closed.</summary>
    public void End()
    {
        if (tree.Executor.Transitions.Unhandled is { } unhandled)
        {
            EndWith(unhandled, mayKeepWork: true);
            return;
        }

        Dictionary<string, object?> outputs;
        try
        {
            outputs = _host.Definition.OutputsOf(tree.Root);
            SaveAs(WorkflowStatus.Completed, null, isBlocked: false, unlock: true);
        }
        catch (Exception late)
        {
            EndWith(late, mayKeepWork: late is not (PersistenceException or WorkflowOwnershipException));
            return;
        }

        Finish();
        _host.NotifyCompleted(outputs);
    }

    /// <summary>
    /// Ends the instance with an exception. Work that cannot be committed is discarded, because it would prevent the instance from ending. If the instance
    /// cannot be saved either, it falls back to its last saved state.
    /// </summary>
    public void EndWith(Exception exception, bool mayKeepWork)
    {
        tree.Executor.Transactions.RollBack();
        Exception? failure = WorkBatchSaver.IsOutdated(exception) ? exception : mayKeepWork ? TrySaveEnd(exception) : null;
        bool isLost = failure is not null && WorkBatchSaver.IsOutdated(failure);
        if (!isLost && (!mayKeepWork || failure is not null))
        {
            Saves.DiscardWork();
            failure = TrySaveEnd(exception);
        }

        if (failure is not null)
        {
            Abort(failure);
            return;
        }

        Finish();
        _host.NotifyTerminated(exception);
    }

    /// <summary>Discards the instance. Its last saved state stays.</summary>
    public void Abort(Exception? failure)
    {
        tree.Executor.Transactions.RollBack();
        _host.Guard(Saves.Unlock);
        InstanceTracker.Of(tree.Executor)?.Track(TrackingWorkflowEvent.Aborted);
        Forget(Saves.HasService ? LifecyclePhase.Unloaded : LifecyclePhase.Ended);
        if (failure is not null)
        {
            _host.Report(failure);
        }

        _host.Notify(InstanceChange.Aborted);
    }

    /// <summary>
    /// Answers a request that was made while the instance ended or left memory. A request to an instance that has left memory is passed to the object that is
    /// loaded next, unless a thread waits that can repeat it.
    /// </summary>
    public void Redirect(InstanceRequest request)
    {
        if (turn.Phase == LifecyclePhase.Ended)
        {
            request.Answer?.TrySetException(new InvalidOperationException(
                $"The workflow instance '{_host.InstanceId}' has ended; use an instance that has not."));
        }
        else if (request.Answer is not null)
        {
            // The thread that waits for a change repeats its request. For a thread that waits for an unload, the instance is unloaded.
            request.Answer.TrySetResult(request.Change is not InstanceChange.Changed);
        }
        else if (request.Change is not InstanceChange.TimerDue)
        {
            _host.Guard(() => _host.Repeat(request));
        }
    }

    private Exception? TrySaveEnd(Exception exception)
    {
        try
        {
            SaveAs(WorkflowStatus.Terminated, exception.Message, isBlocked: false, unlock: true, failure: exception);
            return null;
        }
        catch (Exception failure)
        {
            return failure;
        }
    }

    private void SaveAs(
        WorkflowStatus status, string? info, bool isBlocked, bool unlock, CommittableTransaction? transaction = null, Exception? failure = null)
    {
        Saves.Save(status, info, isBlocked, unlock, transaction, failure);
        if (Saves.HasService)
        {
            _host.Notify(InstanceChange.Persisted);
        }
    }

    private void Finish()
    {
        turn.SetPhase(LifecyclePhase.Ended);
        _host.Forget(instance);
        tree.Timers.Stop();
        tree.Executor.Lifetime.End(tree.Root);
        RedirectAll();
    }

    private void Forget(LifecyclePhase phase)
    {
        if (phase == LifecyclePhase.Ended)
        {
            Finish();
            return;
        }

        // The phase is set before the registration is removed: a thread that still finds this object is refused, and loads the instance.
        turn.SetPhase(phase);
        _host.Forget(instance);
        tree.Timers.Stop();
        _host.Detach();
        tree.Executor.Lifetime.Unload(tree.Root);
        RedirectAll();
    }

    /// <summary>Redirects the requests that have arrived until now. The owner of the turn redirects later ones.</summary>
    private void RedirectAll()
    {
        while (turn.TryTake(out InstanceRequest? request))
        {
            Redirect(request);
        }
    }
}
