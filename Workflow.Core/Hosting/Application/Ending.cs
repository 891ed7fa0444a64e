namespace Workflow.Hosting;

/// <summary>What follows when an instance has completed, or is aborted (rules 16.3 and 16.5).</summary>
internal static class Ending
{
    /// <summary>The instance has ended of itself, or has been torn down.</summary>
    public static ValueTask<bool> EndAsync(ApplicationInstance instance)
    {
        if (!instance.Run.IsAborted)
        {
            return CompleteAsync(instance);
        }

        instance.TryNoteAbort(instance.Run.AbortReason);
        return AbortAsync(instance);
    }

    /// <summary>Somebody asked for an abort. What runs is torn down first.</summary>
    public static async ValueTask<bool> AbortAsync(ApplicationInstance instance)
    {
        Exception? reason = instance.AbortNote!.Reason;
        if (instance.Run.Exists && !instance.Run.HasEnded)
        {
            instance.Run.Abort(reason);
            instance.Run.Advance();
        }

        instance.DisposeExtensions();
        instance.End(ApplicationPhase.Aborted);
        if (instance.Handlers?.Aborted is { } handler)
        {
            await OtherThread.Of(instance);
            instance.TryCall(handler, new WorkflowApplicationAbortedEventArgs(instance, reason));
        }

        instance.FailCompletion();
        return true;
    }

    /// <summary>Unless the handler throws or aborts: then the next step sees to that.</summary>
    private static async ValueTask<bool> CompleteAsync(ApplicationInstance instance)
    {
        WorkflowCompletion completion = instance.Result = instance.Run.Complete();
        if (instance.Handlers?.Completed is { } handler)
        {
            instance.TryCall(handler, new WorkflowApplicationCompletedEventArgs(instance, completion));
        }

        if (instance.AbortNote is not null)
        {
            return true;
        }

        instance.DisposeExtensions();
        instance.End(ApplicationPhase.Completed);
        if (TellUnloaded(instance))
        {
            instance.Completion.TrySetResult(completion);
        }

        return true;
    }

    /// <summary>The instance has left the application; false when the handler threw, which aborts.</summary>
    private static bool TellUnloaded(ApplicationInstance instance) =>
        instance.Handlers?.Unloaded is not { } handler || instance.TryCall(handler, new WorkflowApplicationEventArgs(instance));
}
