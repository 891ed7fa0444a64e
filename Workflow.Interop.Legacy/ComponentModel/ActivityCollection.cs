using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The children of a composite activity, in their order. They can change only while the workflow is put together.</summary>
public sealed class ActivityCollection : Collection<Activity>
{
    private readonly CompositeActivity _owner;

    internal ActivityCollection(CompositeActivity owner) => _owner = owner;

    /// <summary>The child with a name, or null.</summary>
    /// <param name="key">The name.</param>
    public Activity? this[string key] => this.FirstOrDefault(activity => activity.Name == key);

    /// <summary>Adds the clone of a child to the clone of its parent.</summary>
    internal void Attach(Activity clone)
    {
        Items.Add(clone);
        clone.SetParent(_owner);
    }

    /// <summary>Gives a running activity other children.</summary>
    internal void Replace(Activity[] children)
    {
        foreach (Activity activity in Items)
        {
            activity.SetParent(null);
        }

        Items.Clear();
        Array.ForEach(children, Attach);
    }

    /// <inheritdoc/>
    protected override void InsertItem(int index, Activity item)
    {
        CheckNew(item);
        base.InsertItem(index, item);
        item.SetParent(_owner);
        _owner.RootActivity.ForgetNames();
    }

    /// <inheritdoc/>
    protected override void SetItem(int index, Activity item)
    {
        CheckNew(item);
        this[index].SetParent(null);
        base.SetItem(index, item);
        item.SetParent(_owner);
        _owner.RootActivity.ForgetNames();
    }

    /// <inheritdoc/>
    protected override void RemoveItem(int index)
    {
        _owner.CheckChildrenCanChange();
        this[index].SetParent(null);
        base.RemoveItem(index);
        _owner.RootActivity.ForgetNames();
    }

    /// <inheritdoc/>
    protected override void ClearItems()
    {
        _owner.CheckChildrenCanChange();
        foreach (Activity activity in this)
        {
            activity.SetParent(null);
        }

        base.ClearItems();
        _owner.RootActivity.ForgetNames();
    }

    private void CheckNew(Activity item)
    {
        ArgumentNullException.ThrowIfNull(item);
        _owner.CheckChildrenCanChange();
        if (item.Parent is { } parent)
        {
            throw new InvalidOperationException($"'{item.Name}' is already a child of '{parent.Name}'; remove it there first.");
        }

        for (Activity? ancestor = _owner; ancestor is not null; ancestor = ancestor.Parent)
        {
            if (ReferenceEquals(ancestor, item))
            {
                throw new InvalidOperationException($"'{item.Name}' contains '{_owner.Name}' and cannot be its child; add another activity.");
            }
        }
    }
}
