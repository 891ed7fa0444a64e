namespace Workflow.Core.Tests.TestKit;

/// <summary>Runs garbage collections until an object is collected.</summary>
internal static class Garbage
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Collects until the object is unreachable, for at most the hang limit of tests.</summary>
    /// <remarks>
    /// Repeats the collection for some time: a work item that refers to the object may wait in the queue of the thread pool while other tests use all its
    /// threads.
    /// </remarks>
    /// <returns>True if the object was collected.</returns>
    public static Task<bool> FreesAsync(WeakReference reference) => FreesAsync(() => !reference.IsAlive);

    /// <inheritdoc cref="FreesAsync(WeakReference)"/>
    public static async Task<bool> FreesAsync(Func<bool> isDone)
    {
        long start = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(start) < HangGuard.Limit)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            if (isDone())
            {
                return true;
            }

            await Task.Delay(Pause, TimeProvider.System).ConfigureAwait(false);
        }

        return false;
    }
}
