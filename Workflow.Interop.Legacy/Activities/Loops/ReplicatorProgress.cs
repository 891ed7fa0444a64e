using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Finds the children of a replicator without a linear search: there may be thousands of children. Not saved; created again from the children when needed.
/// </summary>
internal sealed class ReplicatorProgress
{
    private readonly List<ReplicatorChild> _children;
    private readonly Dictionary<Activity, ReplicatorChild> _clones = new(ReferenceEqualityComparer.Instance);
    private int _firstWaiting;
    private int _open;

    public ReplicatorProgress(List<ReplicatorChild> children)
    {
        _children = children;
        foreach (ReplicatorChild child in children)
        {
            _open += child.IsCompleted ? 0 : 1;
            if (child.Clone is { } clone)
            {
                _clones.Add(clone, child);
            }
        }
    }

    /// <summary>True if the clones of all data items have closed.</summary>
    public bool IsComplete => _open == 0;

    /// <summary>Returns the child of a running clone; null if the data item of the clone was removed.</summary>
    public ReplicatorChild? Find(Activity clone) => _clones.GetValueOrDefault(clone);

    public void Inserted(int index)
    {
        _open++;
        _firstWaiting = Math.Min(_firstWaiting, index);
    }

    public void Removed(int index, ReplicatorChild child)
    {
        child.IsRemoved = true;
        _open -= child.IsCompleted ? 0 : 1;
        _firstWaiting -= index < _firstWaiting ? 1 : 0;
        if (child.Clone is { } clone)
        {
            _clones.Remove(clone);
        }
    }

    public void Began(ReplicatorChild child, Activity clone)
    {
        child.Clone = clone;
        _clones.Add(clone, child);
    }

    /// <summary>Called when the clone of a child has closed. The child refers to the clone until the execution context is completed.</summary>
    public void Completed(ReplicatorChild child)
    {
        child.IsCompleted = true;
        _open--;
        _clones.Remove(child.Clone!);
    }

    /// <summary>Returns the children that have no clone yet and begin now, in the order of their data.</summary>
    public ReplicatorChild[] TakeWaiting()
    {
        if (_firstWaiting == _children.Count)
        {
            return [];
        }

        List<ReplicatorChild> waiting = [];
        for (int i = _firstWaiting; i < _children.Count; i++)
        {
            if (_children[i] is { Clone: null, IsCompleted: false } child)
            {
                waiting.Add(child);
            }
        }

        _firstWaiting = _children.Count;
        return [.. waiting];
    }
}
