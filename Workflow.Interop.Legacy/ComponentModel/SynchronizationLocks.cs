namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The named locks for which the scopes, and other activities with locks, in an activity compete. They are part of the state of that activity: the nearest one around them that has the name itself, or else the
/// root of the workflow.
/// </summary>
[Serializable]
internal sealed class SynchronizationLocks
{
    public static readonly DependencyProperty LocksProperty = DependencyProperty.RegisterAttached("Locks", typeof(SynchronizationLocks), typeof(SynchronizationLocks));

    /// <summary>How many of its locks an activity has whose class names them, in the order of their names.</summary>
    public static readonly DependencyProperty HeldProperty =
        DependencyProperty.RegisterAttached("Held", typeof(int), typeof(SynchronizationLocks), new PropertyMetadata(DependencyPropertyOptions.Default));

    private readonly Dictionary<string, List<Activity>> _queues = new(StringComparer.Ordinal);

    /// <summary>The locks with a name for which an activity competes. It is not the root.</summary>
    public static SynchronizationLocks For(Activity scope, string name)
    {
        Activity owner = scope;
        do
        {
            owner = owner.Parent!;
        }
        while (owner.Parent is not null && !Has(owner, name));

        if (owner.State.TryGet(LocksProperty, out object? value))
        {
            return (SynchronizationLocks)value!;
        }

        SynchronizationLocks locks = new();
        owner.State.Set(LocksProperty, locks);
        return locks;
    }

    /// <summary>Asks for a lock. Who asks first gets it first.</summary>
    /// <returns>Whether the scope has the lock; otherwise it gets it later.</returns>
    public bool Request(string name, Activity scope)
    {
        if (!_queues.TryGetValue(name, out List<Activity>? queue))
        {
            _queues.Add(name, queue = []);
        }

        queue.Add(scope);
        return queue.Count == 1;
    }

    /// <summary>Gives a lock back, or stops waiting for it. The activity that has it now goes on.</summary>
    public void Release(string name, Activity scope)
    {
        if (!_queues.TryGetValue(name, out List<Activity>? queue))
        {
            return;
        }

        bool hadLock = queue.Count > 0 && ReferenceEquals(queue[0], scope);
        queue.RemoveAll(other => ReferenceEquals(other, scope));
        if (queue.Count == 0)
        {
            _queues.Remove(name);
        }
        else if (hadLock && queue[0] is SynchronizationScopeActivity next)
        {
            next.Go();
        }
        else if (hadLock)
        {
            queue[0].Runtime.RequiredPort.GoWithLock(queue[0]);
        }
    }

    private static bool Has(Activity activity, string name) =>
        activity is SynchronizationScopeActivity scope ? scope.Handles.Contains(name) : Array.IndexOf(SynchronizationHandlesAttribute.Of(activity), name) >= 0;
}
