namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The named locks for which the scopes in an activity compete. They are part of the state of that activity: the nearest scope around them that has the name itself, or else the
/// root of the workflow.
/// </summary>
[Serializable]
internal sealed class SynchronizationLocks
{
    public static readonly DependencyProperty LocksProperty = DependencyProperty.RegisterAttached("Locks", typeof(SynchronizationLocks), typeof(SynchronizationLocks));

    private readonly Dictionary<string, List<SynchronizationScopeActivity>> _queues = new(StringComparer.Ordinal);

    /// <summary>The locks with a name for which a scope competes.</summary>
    public static SynchronizationLocks For(SynchronizationScopeActivity scope, string name)
    {
        Activity owner = scope;
        do
        {
            owner = owner.Parent!;
        }
        while (owner.Parent is not null && !(owner is SynchronizationScopeActivity outer && outer.Handles.Contains(name)));

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
    public bool Request(string name, SynchronizationScopeActivity scope)
    {
        if (!_queues.TryGetValue(name, out List<SynchronizationScopeActivity>? queue))
        {
            _queues.Add(name, queue = []);
        }

        queue.Add(scope);
        return queue.Count == 1;
    }

    /// <summary>Gives a lock back, or stops waiting for it.</summary>
    /// <returns>The scope that has the lock now and did not have it before; null if there is none.</returns>
    public SynchronizationScopeActivity? Release(string name, SynchronizationScopeActivity scope)
    {
        if (!_queues.TryGetValue(name, out List<SynchronizationScopeActivity>? queue))
        {
            return null;
        }

        bool hadLock = queue.Count > 0 && ReferenceEquals(queue[0], scope);
        queue.RemoveAll(other => ReferenceEquals(other, scope));
        if (queue.Count == 0)
        {
            _queues.Remove(name);
            return null;
        }

        return hadLock ? queue[0] : null;
    }
}
