using System.Collections;
using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The uncommitted work of one instance, in the order in which it was added. Only the thread that runs the instance uses it.</summary>
internal sealed class WorkBatch : IWorkBatch
{
    private readonly List<(IPendingWork Work, object Item)> _items = [];

    public int Count => _items.Count;

    /// <inheritdoc/>
    public void Add(IPendingWork work, object workItem)
    {
        ArgumentNullException.ThrowIfNull(work);
        ArgumentNullException.ThrowIfNull(workItem);
        _items.Add((work, workItem));
    }

    /// <summary>Returns true if some of the work must not wait for a save.</summary>
    public bool MustCommit() => ByWork().Exists(static group => group.Work.MustCommit(group.Items));

    /// <summary>Performs the work: one call for consecutive items of the same work.</summary>
    public void Commit(Transaction transaction)
    {
        int next = 0;
        while (next < _items.Count)
        {
            IPendingWork work = _items[next].Work;
            List<object> items = [];
            while (next < _items.Count && ReferenceEquals(_items[next].Work, work))
            {
                items.Add(_items[next].Item);
                next++;
            }

            work.Commit(transaction, items);
        }
    }

    /// <summary>Reports the outcome of the transaction to each work, even if one of them throws.</summary>
    public void Complete(bool succeeded, Action<Action> guard)
    {
        foreach ((IPendingWork work, ArrayList items) in ByWork())
        {
            guard(() => work.Complete(succeeded, items));
        }
    }

    /// <summary>Moves the work to a new batch.</summary>
    public WorkBatch Take()
    {
        WorkBatch taken = new();
        taken._items.AddRange(_items);
        _items.Clear();
        return taken;
    }

    /// <summary>Removes all items after the first <paramref name="count"/> items.</summary>
    public void CutTo(int count)
    {
        if (count < _items.Count)
        {
            _items.RemoveRange(count, _items.Count - count);
        }
    }

    private List<(IPendingWork Work, ArrayList Items)> ByWork()
    {
        List<(IPendingWork Work, ArrayList Items)> groups = [];
        foreach ((IPendingWork work, object item) in _items)
        {
            int index = groups.FindIndex(group => ReferenceEquals(group.Work, work));
            if (index < 0)
            {
                index = groups.Count;
                groups.Add((work, []));
            }

            groups[index].Items.Add(item);
        }

        return groups;
    }
}
