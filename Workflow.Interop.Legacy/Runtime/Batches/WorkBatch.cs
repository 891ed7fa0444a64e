using System.Collections;
using System.Transactions;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The work of one instance that is not committed, in the order in which it was added. The thread that runs the instance uses it.</summary>
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

    /// <summary>Whether some of the work waits for no save.</summary>
    public bool MustCommit() => ByWork().Exists(static group => group.Work.MustCommit(group.Items));

    /// <summary>Does the work: one call for items of the same work that follow each other.</summary>
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

    /// <summary>Says how the transaction ended, also after one that throws.</summary>
    public void Complete(bool succeeded, Action<Action> guard)
    {
        foreach ((IPendingWork work, ArrayList items) in ByWork())
        {
            guard(() => work.Complete(succeeded, items));
        }
    }

    /// <summary>Moves the work to a batch of its own.</summary>
    public WorkBatch Take()
    {
        WorkBatch taken = new();
        taken._items.AddRange(_items);
        _items.Clear();
        return taken;
    }

    /// <summary>Removes what was added after a number of items.</summary>
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
