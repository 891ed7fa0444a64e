using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>One data item of a replicator, and the progress of its clone.</summary>
[Serializable]
internal sealed class ReplicatorChild(object? data)
{
    public object? Data { get; } = data;

    /// <summary>The clone; null before it is created and after it has ended.</summary>
    public Activity? Clone { get; set; }

    public bool IsCompleted { get; set; }

    public bool IsRunning => Clone is not null && !IsCompleted;

    /// <summary>True if the data item was removed. Not saved, because saved state contains no removed items.</summary>
    [field: NonSerialized]
    public bool IsRemoved { get; set; }
}

/// <summary>The data of a replicator, as a list that informs the replicator of changes.</summary>
internal sealed class ReplicatorData : Collection<object?>
{
    private readonly ReplicatorActivity _owner;

    public ReplicatorData(ReplicatorActivity owner, IEnumerable<object?> items)
        : base([.. items]) => _owner = owner;

    protected override void InsertItem(int index, object? item)
    {
        // The replicator comes first: it throws an exception if the data cannot change.
        _owner.InsertChild(index, item);
        base.InsertItem(index, item);
    }

    protected override void SetItem(int index, object? item)
    {
        RemoveItem(index);
        InsertItem(index, item);
    }

    protected override void RemoveItem(int index)
    {
        _owner.RemoveChild(index);
        base.RemoveItem(index);
    }

    protected override void ClearItems()
    {
        while (Count > 0)
        {
            RemoveItem(Count - 1);
        }
    }
}
