namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The named locks for which the scopes in an activity, and other activities with locks, compete. The locks are part of the state of an activity: the nearest
/// ancestor that uses the same name itself, or else the root of the workflow.
/// </summary>
[Serializable]
internal sealed class SynchronizationLocks
{
    public static readonly DependencyProperty LocksProperty =
        DependencyProperty.RegisterAttached("Locks", typeof(SynchronizationLocks), typeof(SynchronizationLocks));

    /// <summary>The number of locks, in the order of their names, that an activity with named locks already holds.</summary>
    public static readonly DependencyProperty HeldProperty =
        DependencyProperty.RegisterAttached("Held", typeof(int), typeof(SynchronizationLocks), new PropertyMetadata { IsOfOneRun = true });

    private readonly Dictionary<string, List<Activity>> _queues = new(StringComparer.Ordinal);

    /// <summary>Returns the locks for which an activity competes under a name. The activity must not be the root.</summary>
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

    /// <summary>Requests a lock. Requests are granted in their order.</summary>
    /// <returns>True if the activity holds the lock now; otherwise, it gets the lock later.</returns>
    public bool Request(string name, Activity scope)
    {
        if (!_queues.TryGetValue(name, out List<Activity>? queue))
        {
            _queues.Add(name, queue = []);
        }

        queue.Add(scope);
        return queue.Count == 1;
    }

    /// <summary>Releases a lock, or withdraws a request. The activity that gets the lock continues.</summary>
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
            next.Continue();
        }
        else if (hadLock)
        {
            queue[0].Runtime.RequiredPort.ContinueWithLock(queue[0]);
        }
    }

    private static bool Has(Activity activity, string name) =>
        activity is SynchronizationScopeActivity scope ? scope.Handles.Contains(name) : Array.IndexOf(SynchronizationHandlesAttribute.Of(activity), name) >= 0;
}
