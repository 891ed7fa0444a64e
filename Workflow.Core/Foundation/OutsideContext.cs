using System.Diagnostics.CodeAnalysis;

namespace Workflow.Foundation;

/// <summary>
/// Starts asynchronous work on a thread that then blocks until the work ends. Code that awaits without <c>ConfigureAwait(false)</c> would continue in
/// the synchronization context or the task scheduler of the blocked thread, which is a deadlock.
/// </summary>
internal static class OutsideContext
{
    /// <summary>True if this thread has a synchronization context or a task scheduler to which an await would return.</summary>
    public static bool IsNeeded => SynchronizationContext.Current is not null || HasScheduler;

    /// <summary>True if this thread has a task scheduler, which code can leave only by <see cref="Run"/>.</summary>
    public static bool HasScheduler => !ReferenceEquals(TaskScheduler.Current, TaskScheduler.Default);

    /// <summary>Removes the synchronization context of this thread.</summary>
    /// <returns>The context, for <see cref="Return"/>.</returns>
    public static SynchronizationContext? Leave()
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        return context;
    }

    public static void Return(SynchronizationContext? context) => SynchronizationContext.SetSynchronizationContext(context);

    /// <summary>Starts the work on this thread, without its synchronization context and task scheduler.</summary>
    public static T Run<T>(Func<T> start)
    {
        SynchronizationContext? context = Leave();
        try
        {
            return HasScheduler ? RunAsTask(start) : start();
        }
        finally
        {
            Return(context);
        }
    }

    /// <summary>
    /// Starts the work in a task, because only in a task is the default scheduler the current scheduler. The task runs synchronously on this thread.
    /// </summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Nobody is blocked: the task has run.")]
    private static T RunAsTask<T>(Func<T> start)
    {
        Task<T> task = new(start);
        task.RunSynchronously(TaskScheduler.Default);
        return task.GetAwaiter().GetResult();
    }
}
