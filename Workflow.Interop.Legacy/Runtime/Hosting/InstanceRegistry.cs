using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The instances of a runtime that are in memory, by their ids. Thread-safe.</summary>
internal sealed class InstanceRegistry
{
    private readonly ConcurrentDictionary<Guid, Entry> _instances = new();
    private readonly ConcurrentDictionary<Guid, Lazy<Entry>> _loading = new();

    public IEnumerable<ActiveInstance> Instances => _instances.Values.Select(static entry => entry.Instance);

    public IEnumerable<WorkflowInstance> Handles => _instances.Values.Select(static entry => entry.Handle);

    /// <summary>Adds a new instance. Returns false if there is one with the same id.</summary>
    public bool TryAdd(WorkflowInstance handle, ActiveInstance instance) => _instances.TryAdd(handle.InstanceId, new Entry(handle, instance));

    /// <summary>Adds an instance that was loaded. An object that is about to leave memory is replaced.</summary>
    public void Set(Entry entry) => _instances[entry.Handle.InstanceId] = entry;

    /// <summary>Removes an object. If another one has replaced it, that one stays.</summary>
    public void Remove(ActiveInstance instance)
    {
        if (_instances.TryGetValue(instance.Host.InstanceId, out Entry? entry) && ReferenceEquals(entry.Instance, instance))
        {
            _instances.TryRemove(KeyValuePair.Create(instance.Host.InstanceId, entry));
        }
    }

    /// <summary>Returns an instance in memory, or null.</summary>
    public Entry? Find(Guid instanceId) => _instances.TryGetValue(instanceId, out Entry? entry) && entry.Instance.IsInMemory ? entry : null;

    /// <summary>Loads an instance. If another thread loads it already, waits for that thread, and returns the same instance.</summary>
    public Entry Load(Guid instanceId, Func<Entry> load)
    {
        Lazy<Entry> loading = _loading.GetOrAdd(instanceId, _ => new Lazy<Entry>(load));
        try
        {
            return loading.Value;
        }
        finally
        {
            // Also after a failure, so that the next call tries again.
            _loading.TryRemove(KeyValuePair.Create(instanceId, loading));
        }
    }

    /// <summary>An instance in memory, and the object that represents it in the application.</summary>
    internal sealed record Entry(WorkflowInstance Handle, ActiveInstance Instance);
}
