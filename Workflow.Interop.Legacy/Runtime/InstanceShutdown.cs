using System.Transactions;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves an instance, and removes it from memory. Only the thread that runs the instance uses it.</summary>
internal sealed class InstanceShutdown(LoadedInstance instance, InstanceTree body, InstanceMutex gate, WorkBatch batch)
{
    private readonly WorkflowRuntime _runtime = instance.Runtime;
    private readonly Guid _instanceId = instance.InstanceId;

    public PersistencePoint Point { get; } = new(instance.Runtime, body.Root, instance.InstanceId, batch);

    /// <summary>The reason for the suspension of the instance, or null.</summary>
    public string? SuspendInfo
    {
        get => SavedStatus.InfoOf(body.Root);
        set => SavedStatus.Set(body.Root, WorkflowStatus.Suspended, value, isBlocked: false);
    }

    /// <summary>Saves the instance, which continues afterwards.</summary>
    public void Save(bool isIdle, bool unlock, CommittableTransaction? transaction = null)
    {
        WorkflowStatus status = gate.Phase switch
        {
            InstancePhase.Created => WorkflowStatus.Created,
            InstancePhase.Suspended => WorkflowStatus.Suspended,
            _ => WorkflowStatus.Running,
        };
        Point.Save(status, status == WorkflowStatus.Suspended ? SuspendInfo : null, isIdle, unlock, transaction);
    }

    /// <summary>
    /// Called when the instance is idle. Unloads the instance if the persistence service requests this; otherwise, saves it if there is work that must be
    /// committed. After a failure, the instance usually stays in memory until it is idle again. In a transaction scope, the instance is not saved.
    /// </summary>
    public void SaveIdle()
    {
        if (body.Executor.Transactions.IsActive)
        {
            return;
        }

        try
        {
            if (Point.UnloadsOnIdle)
            {
                // Pending requests are handled before an unload; then the instance becomes idle again.
                _ = TryUnload();
            }
            else if (Point.IsDirty)
            {
                Save(isIdle: true, unlock: false);
            }
        }
        catch (Exception failure)
        {
            _runtime.Report(failure, _instanceId);
            if (gate.IsHere && PersistencePoint.EndsRun(failure))
            {
                Abort(null);
            }
        }
    }

    /// <summary>Saves the instance and removes it from memory.</summary>
    /// <returns>True if the instance was unloaded; false if there are requests, which must be handled first.</returns>
    public bool TryUnload()
    {
        if (!gate.TryBeginUnload())
        {
            return false;
        }

        try
        {
            using (WorkflowEnvironment.Enter(_instanceId, Point.Batch))
            {
                Save(body.Executor.IsBlocked, unlock: true);
            }

            Forget(InstancePhase.Unloaded);
        }
        catch (Exception failure) when (PersistencePoint.EndsRun(failure))
        {
            Abort(null);
            throw;
        }
        finally
        {
            gate.EndUnload();
        }

        _runtime.Notify(InstanceChange.Unloaded, instance.Handle);
        return true;
    }

    /// <summary>Ends the instance after the root has closed.</summary>
    public void End()
    {
        if (body.Executor.Unhandled is { } unhandled)
        {
            EndWith(unhandled, mayKeepWork: true);
            return;
        }

        Dictionary<string, object?> outputs;
        try
        {
            outputs = instance.Handle.Definition.OutputsOf(body.Root);
            Point.Save(WorkflowStatus.Completed, null, isBlocked: false, unlock: true);
        }
        catch (Exception late)
        {
            EndWith(late, mayKeepWork: late is not (PersistenceException or WorkflowOwnershipException));
            return;
        }

        Finish();
        _runtime.NotifyCompleted(instance.Handle, outputs);
    }

    /// <summary>
    /// Ends the instance with an exception. Work that cannot be committed is discarded, because it would prevent the instance from ending. If the instance
    /// cannot be saved either, it falls back to its last saved state.
    /// </summary>
    public void EndWith(Exception exception, bool mayKeepWork)
    {
        body.Executor.Transactions.Drop();
        Exception? failure = PersistencePoint.EndsRun(exception) ? exception : mayKeepWork ? TrySaveEnd(exception) : null;
        bool isLost = failure is not null && PersistencePoint.EndsRun(failure);
        if (!isLost && (!mayKeepWork || failure is not null))
        {
            Point.Drop();
            failure = TrySaveEnd(exception);
        }

        if (failure is not null)
        {
            Abort(failure);
            return;
        }

        Finish();
        _runtime.NotifyTerminated(instance.Handle, exception);
    }

    /// <summary>Discards the instance. Its last saved state stays.</summary>
    public void Abort(Exception? failure)
    {
        body.Executor.Transactions.Drop();
        _runtime.Guard(Point.Unlock, _instanceId);
        InstanceTracker.Of(body.Executor)?.Track(TrackingWorkflowEvent.Aborted);
        Forget(Point.HasService ? InstancePhase.Unloaded : InstancePhase.Ended);
        if (failure is not null)
        {
            _runtime.Report(failure, _instanceId);
        }

        _runtime.Notify(InstanceChange.Aborted, instance.Handle);
    }

    private Exception? TrySaveEnd(Exception exception)
    {
        try
        {
            Point.Save(WorkflowStatus.Terminated, exception.Message, isBlocked: false, unlock: true, failure: exception);
            return null;
        }
        catch (Exception failure)
        {
            return failure;
        }
    }

    private void Finish()
    {
        InstanceRequest[] rest = gate.Close(InstancePhase.Ended);
        _runtime.Forget(instance);
        body.Timers.Stop();
        body.Executor.End();
        Refuse(rest);
    }

    private void Refuse(InstanceRequest[] rest)
    {
        InvalidOperationException ended = new($"The workflow instance '{_instanceId}' has ended; use an instance that has not.");
        Array.ForEach(rest, request => request.Answer?.TrySetException(ended));
    }

    /// <summary>Removes the instance from memory. Requests that arrived meanwhile are passed to the object that is loaded next.</summary>
    private void Forget(InstancePhase phase)
    {
        InstanceRequest[] rest = gate.Close(phase);
        _runtime.Forget(instance);
        body.Timers.Stop();
        if (phase == InstancePhase.Ended)
        {
            body.Executor.End();
            Refuse(rest);
            return;
        }

        instance.Handle.Attach(null);
        body.Executor.Unload();
        foreach (InstanceRequest request in rest)
        {
            if (request.Change is InstanceChange.Changed)
            {
                // The waiting thread repeats the request.
                request.Answer?.TrySetResult(false);
            }
            else if (request.Answer is not null)
            {
                request.Answer.TrySetResult(true);
            }
            else if (request.Change is not InstanceChange.TimerDue)
            {
                _runtime.Guard(() => _runtime.Load(_instanceId, instance.Handle).TryRequest(request), _instanceId);
            }
        }
    }
}
