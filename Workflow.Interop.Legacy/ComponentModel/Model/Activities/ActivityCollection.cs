using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The ordered children of a composite activity. They can change only while the workflow is being built, or in the transient workflow of a
/// <c>WorkflowChanges</c> object.
/// </summary>
public sealed class ActivityCollection : Collection<Activity>
{
    private readonly CompositeActivity _owner;

    internal ActivityCollection(CompositeActivity owner) => _owner = owner;

    /// <summary>Gets the child with the specified name, or null if there is none.</summary>
    /// <param name="key">The name.</param>
    public Activity? this[string key] => this.FirstOrDefault(activity => activity.Name == key);

    /// <summary>Adds a child without the checks for changes by the application. Used for clones and for activities that are read from saved state.</summary>
    internal void Attach(Activity clone)
    {
        Items.Add(clone);
        clone.SetParent(_owner);
    }

    /// <summary>Replaces the children of a running activity.</summary>
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
