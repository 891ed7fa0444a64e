using Workflow.Runtime.State;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The steps after an instance has completed, is unloaded, or is aborted (rules 16.3 and 16.5).</summary>
/// <param name="instance">The instance.</param>
/// <param name="handlers">The handlers; null if none was ever set.</param>
/// <param name="saves">The saves of the instance; null if there is nothing to save.</param>
internal readonly struct CompletionCoordinator(HostedInstance instance, ApplicationHandlers? handlers, SaveCoordinator? saves)
{
    /// <summary>Ends an instance whose run has ended: completes it, or aborts it if the run was aborted.</summary>
    public ValueTask<bool> EndAsync()
    {
        if (!instance.Run.IsAborted)
        {
            return CompleteAsync();
        }

        instance.TryRequestAbort(instance.Run.AbortReason);
        return AbortAsync();
    }

    /// <summary>Aborts the instance, because an abort was requested. A run that has not ended is torn down first.</summary>
    public async ValueTask<bool> AbortAsync()
    {
        Exception? reason = instance.AbortRequest!.Reason;
        if (instance.Run.Exists)
        {
            if (!instance.Run.HasEnded)
            {
                instance.Run.TearDown(reason);
            }

            await instance.InTurnIgnoringFailure(ReportAbortAsync(reason));
        }

        // The release is not awaited: an abort must end even if the store does not respond. A later load in this process waits for the release
        // (PendingReleases).
        _ = saves?.ReleaseAsync(reason is OperationInterruptedException ? null : reason, handlers is { SuspendsWhenAborted: true });

        // The phase changes before the handler runs, and the task fails after it: a caller that awaits the task finds the handler done.
        instance.End(InstancePhase.Aborted);
        if (handlers?.Aborted is { } handler)
        {
            // The turn may run on the thread of the caller that requested the abort, which may hold locks (rule 16.5).
            await new ThreadSwitch(instance);
            new HandlerCalls(instance).TryCall(handler, new WorkflowApplicationAbortedEventArgs(instance, reason));
        }

        instance.Completion.FailByAbort(instance);
        return true;
    }

    /// <summary>Ends an instance that was saved to be unloaded.</summary>
    public void Unload()
    {
        instance.End(InstancePhase.Unloaded);
        if (instance.AbortRequest is null && NotifyUnloaded())
        {
            instance.Completion.FailByUnload(instance);
        }
    }

    private ValueTask<bool> CompleteAsync()
    {
        WorkflowCompletion completion = instance.Run.Complete();
        if (saves is not null)
        {
            return SaveAndCloseAsync(completion);
        }

        // Without participants and a store, nothing is awaited. An asynchronous method would take 3 % of the time of a short instance.
        NotifyCompleted(completion);
        if (instance.AbortRequest is null)
        {
            Close(completion);
        }

        return new(true);
    }

    /// <summary>
    /// Reports the end, saves it and closes the instance. If a handler throws or aborts, or the save fails, the next step aborts the instance.
    /// </summary>
    private async ValueTask<bool> SaveAndCloseAsync(WorkflowCompletion completion)
    {
        try
        {
            await instance.InTurn(ReportEndAsync(completion));

            // Before the save, so that the handler can still prevent that the end is saved, by an abort or an exception.
            NotifyCompleted(completion);
            if (instance.AbortRequest is not null)
            {
                return true;
            }

            await instance.InTurn(saves!.SaveEndAsync(completion));
        }
        catch (Exception exception)
        {
            instance.TryRequestAbort(exception);
            return true;
        }

        Close(completion);
        return true;
    }

    private void NotifyCompleted(WorkflowCompletion completion)
    {
        if (handlers is { Completed: { } handler })
        {
            new HandlerCalls(instance).TryCall(handler, new WorkflowApplicationCompletedEventArgs(instance, completion));
            handlers.EndCompleted();
        }
    }

    /// <summary>Closes an instance whose completion is saved. An abort that is requested from now on takes effect after the completion.</summary>
    private void Close(WorkflowCompletion completion)
    {
        instance.End(InstancePhase.Completed);
        if (instance.AbortRequest is null && NotifyUnloaded())
        {
            // Last: the callers of the task may load the instance elsewhere, or end the process.
            instance.Completion.Succeed(instance, completion);
        }
    }

    /// <summary>Reports an abort. May fail, because the reason and the clock are objects of the application.</summary>
    private async Task ReportAbortAsync(Exception? reason)
    {
        if (instance.Reporter is { } reporter)
        {
            reporter.Aborted(reason);
            await reporter.FlushAsync().ConfigureAwait(false);
        }
    }

    private Task ReportEndAsync(WorkflowCompletion completion)
    {
        switch (completion.State)
        {
            case ActivityInstanceState.Faulted when instance.Reporter is { } reporter:
                reporter.Terminated(completion.TerminationException!);
                return reporter.FlushAsync();
            case ActivityInstanceState.Canceled:
                return instance.ReportAsync(WorkflowInstanceStates.Canceled);
            default:
                return instance.ReportAsync(WorkflowInstanceStates.Completed);
        }
    }

    /// <summary>Calls the handler Unloaded; returns false if it threw, which requests an abort.</summary>
    private bool NotifyUnloaded() =>
        handlers?.Unloaded is not { } handler || new HandlerCalls(instance).TryCall(handler, new WorkflowApplicationEventArgs(instance));
}
