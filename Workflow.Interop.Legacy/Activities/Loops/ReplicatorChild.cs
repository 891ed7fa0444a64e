using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>One item of data of a replicator, and how far its clone is.</summary>
[Serializable]
internal sealed class ReplicatorChild(object? data)
{
    public object? Data { get; } = data;

    /// <summary>The clone; null before it was made and after it has ended.</summary>
    public Activity? Clone { get; set; }

    public bool IsCompleted { get; set; }

    public bool IsRunning => Clone is not null && !IsCompleted;

    /// <summary>Whether the data was removed. Then nothing that is saved has this object.</summary>
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
