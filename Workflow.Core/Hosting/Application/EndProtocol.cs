using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The steps after an instance has completed, is unloaded, or is aborted (rules 16.3 and 16.5).</summary>
internal static class EndProtocol
{
    /// <summary>Ends an instance whose run has ended: completes it, or aborts it if the run was aborted.</summary>
    public static ValueTask<bool> EndAsync(ApplicationInstance instance)
    {
        if (!instance.Run.IsAborted)
        {
            return CompleteAsync(instance);
        }

        instance.TryRequestAbort(instance.Run.AbortReason);
        return AbortAsync(instance);
    }

    /// <summary>Aborts the instance, because an abort was requested. A run that has not ended is torn down first.</summary>
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

        // The release is not awaited: an abort must end even if the store does not respond. A later load in this process waits for the release
        // (PendingReleases).
        _ = instance.Saver?.ReleaseAsync(reason is OperationInterruptedException ? null : reason, instance.Handlers is { SuspendsWhenAborted: true });

        instance.End(InstancePhase.Aborted);
        if (instance.Handlers?.Aborted is { } handler)
        {
            // The turn may run on the thread of the caller that requested the abort, which may hold locks (rule 16.5).
            await ThreadSwitch.Of(instance);
            instance.TryCall(handler, new WorkflowApplicationAbortedEventArgs(instance, reason));
        }

        instance.FailCompletionByAbort();
        return true;
    }

    /// <summary>
    /// Cancels everything that the instance waits for, because it is aborted. Callbacks of the tokens may throw, which is ignored. Thread-safe.
    /// </summary>
    public static void CancelWaits(ApplicationInstance instance, Exception reason)
    {
        try
        {
            instance.Saver?.Abort(reason);
        }
        catch (Exception)
        {
            // The abort already has a reason.
        }

        try
        {
            instance.Setup.Messages?.CancelReading();
        }
        catch (Exception)
        {
            // As above.
        }

        try
        {
            instance.Reporter?.GiveUp();
        }
        catch (Exception)
        {
            // As above.
        }
    }

    /// <summary>Ends an instance that was saved to be unloaded.</summary>
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

        // Without participants and a store, nothing is awaited. An asynchronous method would take 3 % of the time of a short instance.
        NotifyCompleted(instance, completion);
        if (instance.AbortRequest is null)
        {
            Close(instance, completion);
        }

        return new(true);
    }

    /// <summary>
    /// Reports the end, saves it and closes the instance. If a handler throws or aborts, or the save fails, the next step aborts the instance.
    /// </summary>
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

    /// <summary>Closes an instance whose completion is saved. An abort that is requested from now on takes effect after the completion.</summary>
    private static void Close(ApplicationInstance instance, WorkflowCompletion completion)
    {
        instance.End(InstancePhase.Completed);
        if (instance.AbortRequest is null && NotifyUnloaded(instance))
        {
            instance.Completion.TrySetResult(completion);
        }
    }

    /// <summary>Reports an abort. May fail, because the reason and the clock are objects of the application.</summary>
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

    /// <summary>Calls the handler Unloaded; returns false if it threw, which requests an abort.</summary>
    private static bool NotifyUnloaded(ApplicationInstance instance) =>
        instance.Handlers?.Unloaded is not { } handler || instance.TryCall(handler, new WorkflowApplicationEventArgs(instance));
}
