using System.Diagnostics.CodeAnalysis;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Notifies the application once that its instance has become idle, and then asks whether to save it if it can be saved (rules 7.2 and 16.2).
/// </summary>
/// <param name="instance">The instance.</param>
/// <param name="handlers">The handlers; null if none was ever set.</param>
internal readonly struct IdleCoordinator(HostedInstance instance, ApplicationHandlers? handlers)
{
    /// <summary>Calls the handler Idle if it was not called since the instance last ran.</summary>
    /// <param name="step">The step that the notification takes.</param>
    /// <returns>False if the handler was called before.</returns>
    public bool TryNotify(out ValueTask<bool> step)
    {
        if (instance.Run.Notified != IdleNotification.Nothing)
        {
            step = default;
            return false;
        }

        // Before the handler, so that it is called once, even if it throws.
        instance.Run.Notified = IdleNotification.Idle;
        if (instance.Reporter is not null)
        {
            step = ReportAsync();
            return true;
        }

        CallIdle();
        step = new(true);
        return true;
    }

    /// <summary>
    /// True if the handler PersistableIdle must be called. Operations that arrived since Idle was called have been performed before, and may have left the
    /// instance idle.
    /// </summary>
    public bool AsksToPersist([NotNullWhen(true)] out Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? handler)
    {
        handler = handlers?.PersistableIdle;
        return instance.Run.Notified == IdleNotification.Idle && handler is not null && instance.Settings.Store is not null && instance.Run.IsPersistable;
    }

    /// <summary>Calls the handler PersistableIdle and carries out its answer at once. A failure aborts the instance (rule 16.8).</summary>
    /// <param name="handler">The handler.</param>
    /// <param name="saves">Saves the instance.</param>
    public async ValueTask<bool> AskToPersistAsync(Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction> handler, SaveCoordinator saves)
    {
        instance.Run.Notified = IdleNotification.PersistableIdle;
        try
        {
            WorkflowApplicationIdleEventArgs args = new(instance);
            PersistableIdleAction action = new HandlerCalls(instance).Call(handler, args);

            // The list of bookmarks is read while the handler runs; afterwards the instance changes.
            args.Close();
            switch (action)
            {
                case PersistableIdleAction.None:
                    break;
                case PersistableIdleAction.Persist or PersistableIdleAction.Unload when instance.AbortRequest is null:
                    // A save takes long, and many instances can be saved at the same time. One executor for each would cost more than everything else.
                    instance.Run.Passivate();
                    await instance.InTurn(saves.SaveAsync(action == PersistableIdleAction.Unload, CancellationToken.None));
                    if (action == PersistableIdleAction.Unload)
                    {
                        new CompletionCoordinator(instance, handlers, saves).Unload();
                    }

                    break;
                case PersistableIdleAction.Persist or PersistableIdleAction.Unload:
                    break;
                default:
                    throw new InvalidOperationException($"PersistableIdle returned '{action}'; return a member of PersistableIdleAction.");
            }
        }
        catch (Exception exception)
        {
            instance.TryRequestAbort(exception);
        }

        return true;
    }

    private async ValueTask<bool> ReportAsync()
    {
        try
        {
            await instance.InTurn(instance.ReportAsync(WorkflowInstanceStates.Idle));
        }
        catch (Exception exception)
        {
            instance.TryRequestAbort(exception);
            return true;
        }

        CallIdle();
        return true;
    }

    private void CallIdle()
    {
        if (handlers?.Idle is { } handler)
        {
            WorkflowApplicationIdleEventArgs args = new(instance);
            new HandlerCalls(instance).TryCall(handler, args);
            args.Close();
        }
    }
}
