namespace Workflow.Foundation;

/// <summary>How a task ended, for who does not await it.</summary>
internal static class TaskEnd
{
    /// <summary>Why a task that has ended did not succeed; null when it did.</summary>
    public static Exception? FailureOf(Task ended) => ended.IsCanceled ? new TaskCanceledException(ended) : ended.Exception?.InnerException;
}
