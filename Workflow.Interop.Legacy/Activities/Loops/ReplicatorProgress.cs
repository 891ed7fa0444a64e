using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Finds the children of a replicator, of which there may be thousands, without a search through all of them. It is not saved: it is made anew of the children.
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

    /// <summary>True if no data is left whose clone has not closed.</summary>
    public bool IsComplete => _open == 0;

    /// <summary>The child that has a clone; null if its data was removed.</summary>
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

    /// <summary>The clone of a child has closed. The child keeps it until its context is completed.</summary>
    public void Completed(ReplicatorChild child)
    {
        child.IsCompleted = true;
        _open--;
        _clones.Remove(child.Clone!);
    }

    /// <summary>Returns the children without a clone, which begin now, in the order of their data.</summary>
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
