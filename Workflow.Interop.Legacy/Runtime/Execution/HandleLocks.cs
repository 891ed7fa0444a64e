using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Acquires and releases the locks that activity classes name. The locks that an activity holds or waits for are part of its state.</summary>
internal static class HandleLocks
{
    /// <summary>Requests the locks of an activity that is about to execute.</summary>
    /// <returns>True if the activity holds all locks; otherwise, the step is queued again when the activity has got the next lock.</returns>
    public static bool TryAcquire(Activity activity)
    {
        string[] names = SynchronizationHandlesAttribute.Of(activity);
        if (names.Length == 0 || activity.Parent is null)
        {
            return true;
        }

        int held = HeldBy(activity);
        while (held < names.Length && SynchronizationLocks.For(activity, names[held]).Request(names[held], activity))
        {
            held++;
        }

        activity.State.Set(SynchronizationLocks.HeldProperty, held);
        return held == names.Length;
    }

    /// <summary>Releases the locks of an activity that has closed. The next activities get them.</summary>
    public static void Release(Activity activity)
    {
        if (!activity.State.TryGet(SynchronizationLocks.HeldProperty, out _) || activity.Parent is null)
        {
            return;
        }

        activity.State.Remove(SynchronizationLocks.HeldProperty);
        foreach (string name in SynchronizationHandlesAttribute.Of(activity))
        {
            SynchronizationLocks.For(activity, name).Release(name, activity);
        }
    }

    /// <summary>Continues an activity that has got the lock for which it waited.</summary>
    public static void Continue(Activity activity, ActivityExecutor executor)
    {
        activity.State.Set(SynchronizationLocks.HeldProperty, HeldBy(activity) + 1);
        executor.Queue(new ActivityOperation(activity, ActivityExecutionStatus.Executing, null, executor));
    }

    private static int HeldBy(Activity activity) =>
        activity.State.TryGet(SynchronizationLocks.HeldProperty, out object? held) && held is int count ? Math.Max(0, count) : 0;
}
