using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>What follows when an instance has completed, leaves for its store, or is aborted (rules 16.3 and 16.5).</summary>
internal static class EndProtocol
{
    /// <summary>The instance has ended of itself, or has been torn down.</summary>
    public static ValueTask<bool> EndAsync(ApplicationInstance instance)
    {
        if (!instance.Run.IsAborted)
        {
            return CompleteAsync(instance);
        }

        instance.TryRequestAbort(instance.Run.AbortReason);
        return AbortAsync(instance);
    }

    /// <summary>An abort was requested. What runs is torn down first.</summary>
    public static async ValueTask<bool> AbortAsync(ApplicationInstance instance)
    {
        Exception? reason = instance.AbortRequest!.Reason;
        if (instance.Run.Exists)
        {
            if (!instance.Run.HasEnded)
            {
                instance.Run.TearDown(reason);
            }

            await ReportAbortAsync(instance, reason).ReturnToIgnoringFailure(instance);
        }

        // The release is not awaited: an abort must end even when the store hangs. A later load in this process waits for it (PendingReleases).
        _ = instance.Saver?.ReleaseAsync(reason is OperationInterruptedException ? null : reason, instance.Handlers is { SuspendsWhenAborted: true });

        instance.End(InstancePhase.Aborted);
        if (instance.Handlers?.Aborted is { } handler)
        {
            // The thread of the turn may be that of the caller that aborted, and may hold its locks (rule 16.5).
            await ThreadSwitch.Of(instance);
            instance.TryCall(handler, new WorkflowApplicationAbortedEventArgs(instance, reason));
        }

        instance.FailCompletionByAbort();
        return true;
    }

    /// <summary>Gives up what the instance stands still for, because it is aborted. Callbacks of its token may throw, which changes nothing. Safe from any thread.</summary>
    public static void CancelWaits(ApplicationInstance instance, Exception reason)
    {
        try
        {
            instance.Saver?.Abort(reason);
        }
        catch (Exception)
        {
            // There is a reason for the abort already.
        }

        try
        {
            instance.Setup.Messages?.CancelReading();
        }
        catch (Exception)
        {
            // The same.
        }

        try
        {
            instance.Reporter?.GiveUp();
        }
        catch (Exception)
        {
            // The same.
        }
    }

    /// <summary>The instance is saved, and goes on elsewhere.</summary>
    public static void Unload(ApplicationInstance instance)
    {
        instance.End(InstancePhase.Unloaded);
        if (instance.AbortRequest is null && NotifyUnloaded(instance))
        {
            instance.FailCompletionByUnload();
        }
    }

    private static ValueTask<bool> CompleteAsync(ApplicationInstance instance)
    {
        WorkflowCompletion completion = instance.Run.Complete();
        if (instance.Extensions is not null || instance.Setup.Store is not null)
        {
            return SaveAndCloseAsync(instance, completion);
        }

        // Neither participants nor a store: nothing is awaited, and an asynchronous method would take 3 % of the time of a short instance.
        NotifyCompleted(instance, completion);
        if (instance.AbortRequest is null)
        {
            Close(instance, completion);
        }

        return new(true);
    }

    /// <summary>Unless a handler throws or aborts, or the save fails: then the next step sees to that.</summary>
    private static async ValueTask<bool> SaveAndCloseAsync(ApplicationInstance instance, WorkflowCompletion completion)
    {
        try
        {
            await ReportEndAsync(instance, completion).ReturnTo(instance);
            NotifyCompleted(instance, completion);
            if (instance.AbortRequest is not null)
            {
                return true;
            }

            await SaveProtocol.SaveEndAsync(instance, completion).ReturnTo(instance);
        }
        catch (Exception exception)
        {
            instance.TryRequestAbort(exception);
            return true;
        }

        Close(instance, completion);
        return true;
    }

    private static void NotifyCompleted(ApplicationInstance instance, WorkflowCompletion completion)
    {
        if (instance.Handlers is { Completed: { } handler } handlers)
        {
            instance.TryCall(handler, new WorkflowApplicationCompletedEventArgs(instance, completion));
            handlers.EndCompleted();
        }
    }

    /// <summary>The instance has completed, and that is saved. An abort that is requested from now on comes after the completion.</summary>
    private static void Close(ApplicationInstance instance, WorkflowCompletion completion)
    {
        instance.End(InstancePhase.Completed);
        if (instance.AbortRequest is null && NotifyUnloaded(instance))
        {
            instance.Completion.TrySetResult(completion);
        }
    }

    /// <summary>May fail, for the reason is the application's own object, and so is the clock.</summary>
    private static async Task ReportAbortAsync(ApplicationInstance instance, Exception? reason)
    {
        if (instance.Reporter is { } reporter)
        {
            reporter.Aborted(reason);
            await reporter.FlushAsync().ConfigureAwait(false);
        }
    }

    private static Task ReportEndAsync(ApplicationInstance instance, WorkflowCompletion completion)
    {
        switch (completion.State)
        {
            case ActivityInstanceState.Faulted when instance.Reporter is { } reporter:
                reporter.Terminated(completion.TerminationException!);
                return reporter.FlushAsync();
            case ActivityInstanceState.Canceled:
                return SaveProtocol.ReportAsync(instance, WorkflowInstanceStates.Canceled);
            default:
                return SaveProtocol.ReportAsync(instance, WorkflowInstanceStates.Completed);
        }
    }

    /// <summary>The instance has left the application; false when the handler threw, which aborts.</summary>
    private static bool NotifyUnloaded(ApplicationInstance instance) =>
        instance.Handlers?.Unloaded is not { } handler || instance.TryCall(handler, new WorkflowApplicationEventArgs(instance));
}
