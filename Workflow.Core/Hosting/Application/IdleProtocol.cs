using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Notifies the application once that its instance has become idle, and then asks whether to save it if it can be saved (rules 7.2 and 16.2).
/// </summary>
internal static class IdleProtocol
{
    /// <summary>Executes the next step of the notification; returns false if there is none.</summary>
    public static ValueTask<bool> NotifyAsync(ApplicationInstance instance)
    {
        switch (instance.Run.Notified)
        {
            case IdleNotification.Nothing:
                instance.Run.Notified = IdleNotification.Idle;
                if (instance.Reporter is not null)
                {
                    return ReportIdleAsync(instance);
                }

                CallIdle(instance);
                return new(true);
            case IdleNotification.Idle when Asks(instance, out Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? handler):
                instance.Run.Notified = IdleNotification.PersistableIdle;
                return AskAsync(instance, handler);
            default:
                return new(false);
        }
    }

    private static async ValueTask<bool> ReportIdleAsync(ApplicationInstance instance)
    {
        try
        {
            await SaveProtocol.ReportAsync(instance, WorkflowInstanceStates.Idle).ReturnTo(instance);
        }
        catch (Exception exception)
        {
            instance.TryRequestAbort(exception);
            return true;
        }

        CallIdle(instance);
        return true;
    }

    private static void CallIdle(ApplicationInstance instance)
    {
        if (instance.Handlers?.Idle is { } handler)
        {
            WorkflowApplicationIdleEventArgs args = new(instance);
            instance.TryCall(handler, args);
            args.Close();
        }
    }

    /// <summary>
    /// True if the handler PersistableIdle must be called. Operations that arrived since Idle was called have been performed before, and may have left the
    /// instance idle.
    /// </summary>
    private static bool Asks(
        ApplicationInstance instance,
        [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? handler)
    {
        handler = instance.Handlers?.PersistableIdle;
        return handler is not null && instance.Setup.Store is not null && instance.Run.IsPersistable;
    }

    /// <summary>Calls the handler and carries out its answer at once. A failure aborts the instance (rule 16.8).</summary>
    private static async ValueTask<bool> AskAsync(ApplicationInstance instance, Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction> handler)
    {
        try
        {
            WorkflowApplicationIdleEventArgs args = new(instance);
            PersistableIdleAction action = instance.Calls.Call(handler, args);
            args.Close();
            switch (action)
            {
                case PersistableIdleAction.None:
                    break;
                case PersistableIdleAction.Persist or PersistableIdleAction.Unload when instance.AbortRequest is null:
                    // A save takes long, and many instances can be saved at the same time. One executor for each would cost more than everything else.
                    instance.Run.Passivate();
                    await SaveProtocol.SaveAsync(instance, action == PersistableIdleAction.Unload, CancellationToken.None).ReturnTo(instance);
                    if (action == PersistableIdleAction.Unload)
                    {
                        EndProtocol.Unload(instance);
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
}
