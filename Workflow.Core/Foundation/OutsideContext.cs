using System.Diagnostics.CodeAnalysis;

namespace Workflow.Foundation;

/// <summary>
/// Starts asynchronous work on a thread that is going to wait for it. What awaits without <c>ConfigureAwait(false)</c> would go on where that thread is
/// needed, in its synchronization context or its task scheduler, and both would wait for ever.
/// </summary>
internal static class OutsideContext
{
    /// <summary>There is something on this thread that an await would return to.</summary>
    public static bool IsNeeded => SynchronizationContext.Current is not null || HasScheduler;

    /// <summary>There is a task scheduler, which can be left only by <see cref="Run"/>.</summary>
    public static bool HasScheduler => !ReferenceEquals(TaskScheduler.Current, TaskScheduler.Default);

    /// <summary>Takes the synchronization context out of sight.</summary>
    /// <returns>The context, for <see cref="Return"/>.</returns>
    public static SynchronizationContext? Leave()
    {
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        return context;
    }

    public static void Return(SynchronizationContext? context) => SynchronizationContext.SetSynchronizationContext(context);

    /// <summary>Starts the work here, with neither in sight.</summary>
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

    /// <summary>Only a task has the default scheduler as its current one; this one runs on this thread.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Nobody is blocked: the task has run.")]
    private static T RunAsTask<T>(Func<T> start)
    {
        Task<T> task = new(start);
        task.RunSynchronously(TaskScheduler.Default);
        return task.GetAwaiter().GetResult();
    }
}
