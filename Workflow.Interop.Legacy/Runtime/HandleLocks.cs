using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Gives activities the locks that their classes name. What an activity has and waits for is part of its state.</summary>
internal static class HandleLocks
{
    /// <summary>Asks for the locks of an activity that is about to execute.</summary>
    /// <returns>Whether it has all of them; otherwise the step comes again when it has got the next one.</returns>
    public static bool TryEnter(Activity activity)
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

    /// <summary>An activity has closed: the next ones get its locks.</summary>
    public static void Leave(Activity activity)
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

    /// <summary>An activity has got the lock for which it waited.</summary>
    public static void Go(Activity activity, ActivityExecutor executor)
    {
        activity.State.Set(SynchronizationLocks.HeldProperty, HeldBy(activity) + 1);
        executor.Queue(new ActivityOperation(activity, ActivityExecutionStatus.Executing, null, executor));
    }

    private static int HeldBy(Activity activity) => activity.State.TryGet(SynchronizationLocks.HeldProperty, out object? held) && held is int count ? Math.Max(0, count) : 0;
}
