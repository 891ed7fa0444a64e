namespace Workflow.Foundation;

/// <summary>Helpers for tasks that the caller does not await.</summary>
internal static class TaskEnd
{
    /// <summary>
    /// Observes the failure of a task that nobody awaits, or that its awaiter can abandon, so that it is not reported as an unobserved exception.
    /// </summary>
    public static void Observe(Task task)
    {
        if (!task.IsCompletedSuccessfully)
        {
            _ = task.ContinueWith(
                static failed => _ = failed.Exception,
                CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
        }
    }

    /// <summary>Calls an action when a task has ended. The failure of the task is observed here, because the action may no longer check the task.</summary>
    public static void WhenEnded(Task task, Action next) => task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() =>
    {
        _ = task.Exception;
        next();
    });

    /// <summary>Returns the exception of a task that has ended; null if the task succeeded.</summary>
    public static Exception? FailureOf(Task ended) => ended.IsCanceled ? new TaskCanceledException(ended) : ended.Exception?.InnerException;
}
