namespace Workflow.Foundation;

/// <summary>How a task ended, for who does not await it.</summary>
internal static class TaskEnd
{
    /// <summary>Observes the failure of a task that nobody awaits, or that its awaiter can abandon, so that it is not reported as an unobserved exception.</summary>
    public static void Observe(Task task)
    {
        if (!task.IsCompletedSuccessfully)
        {
            _ = task.ContinueWith(
                static failed => _ = failed.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }

    /// <summary>Calls something when a task has ended. Its failure is observed: who is called may not look at it any more.</summary>
    public static void WhenEnded(Task task, Action next) => task.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() =>
    {
        _ = task.Exception;
        next();
    });

    /// <summary>Why a task that has ended did not succeed; null when it did.</summary>
    public static Exception? FailureOf(Task ended) => ended.IsCanceled ? new TaskCanceledException(ended) : ended.Exception?.InnerException;
}
