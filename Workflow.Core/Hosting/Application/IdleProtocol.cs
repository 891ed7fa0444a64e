using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Notifies the application once that its instance has become idle, and whether it can be saved now (rules 7.2 and 16.2).</summary>
internal static class IdleProtocol
{
    /// <summary>Takes the next step of it; false when all has been told.</summary>
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

    /// <summary>An operation that came meanwhile was served before; it may have left the instance idle.</summary>
    private static bool Asks(
        ApplicationInstance instance, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? handler)
    {
        handler = instance.Handlers?.PersistableIdle;
        return handler is not null && instance.Setup.Store is not null && instance.Run.IsPersistable;
    }

    /// <summary>What is asked for is done at once; what fails of it aborts (rule 16.8).</summary>
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
                    // A save takes long, and many instances can be in one at once: an executor for each would cost more than all the rest.
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
