namespace Workflow.Runtime.Snapshots;

/// <summary>Which exceptions have which others inside, by their places in the object list. An exception of .NET is followed by recursion whenever it is written as a text, so their depth and size are limited.</summary>
internal sealed class ExceptionTrees
{
    private readonly Dictionary<int, int[]> _inner = [];

    /// <summary>How deep each is that has been looked at, and how large.</summary>
    private readonly Dictionary<int, (int Depth, long Parts)> _known = [];

    private readonly List<int> _order = [];

    public void Add(int place, int[] inner) => _inner[place] = inner;

    /// <summary>Inner ones before outer ones.</summary>
    /// <param name="failure">Makes the failure for one that is inside itself, nested too deep, or too large.</param>
    public IReadOnlyList<int> Check(Func<int, Exception> failure)
    {
        // Not recursive, and each is looked at once for each reference to it.
        Stack<(int Place, int Next)> path = [];
        HashSet<int> open = [];
        foreach (int top in _inner.Keys)
        {
            Open(top, path, open, failure);
            while (path.TryPop(out (int Place, int Next) at))
            {
                int[] inner = _inner[at.Place];
                if (at.Next < inner.Length)
                {
                    path.Push((at.Place, at.Next + 1));
                    Open(inner[at.Next], path, open, failure);
                }
                else
                {
                    open.Remove(at.Place);
                    Close(at.Place, inner, failure);
                }
            }
        }

        return _order;
    }

    private void Open(int place, Stack<(int Place, int Next)> path, HashSet<int> open, Func<int, Exception> failure)
    {
        // What is no exception is refused where it is read.
        if (_known.ContainsKey(place) || !_inner.ContainsKey(place))
        {
            return;
        }

        if (!open.Add(place))
        {
            throw failure(place);
        }

        path.Push((place, 0));
    }

    private void Close(int place, int[] inner, Func<int, Exception> failure)
    {
        int depth = 1;
        long parts = 1;
        foreach (int one in inner)
        {
            (int innerDepth, long innerParts) = _known.GetValueOrDefault(one);
            depth = Math.Max(depth, innerDepth + 1);
            parts = Math.Min(parts + innerParts, SnapshotLimits.ExceptionParts + 1);
        }

        if (depth > SnapshotLimits.ExceptionDepth || parts > SnapshotLimits.ExceptionParts)
        {
            throw failure(place);
        }

        _known.Add(place, (depth, parts));
        _order.Add(place);
    }
}
