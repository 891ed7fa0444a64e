namespace Workflow.Runtime.Snapshots;

/// <summary>Which exceptions are inside which others, by their indexes in the list of objects. .NET converts an exception to text by recursion, so depth and number of exceptions are limited.</summary>
internal sealed class ExceptionTrees
{
    private readonly Dictionary<int, int[]> _inner = [];

    /// <summary>Depth and number of exceptions of each one that was visited.</summary>
    private readonly Dictionary<int, (int Depth, long Count)> _known = [];

    private readonly List<int> _order = [];

    public void Add(int index, int[] inner) => _inner[index] = inner;

    /// <summary>Returns the indexes with inner exceptions before outer ones.</summary>
    /// <param name="failure">Creates the exception for the index of one that contains itself, is nested too deep, or has too many inner exceptions.</param>
    public IReadOnlyList<int> Check(Func<int, Exception> failure)
    {
        // Not recursive: the data may be nested deeper than the stack allows. Each exception is visited once for each reference to it.
        Stack<(int Index, int Next)> path = [];
        HashSet<int> open = [];
        foreach (int top in _inner.Keys)
        {
            Open(top, path, open, failure);
            while (path.TryPop(out (int Index, int Next) at))
            {
                int[] inner = _inner[at.Index];
                if (at.Next < inner.Length)
                {
                    path.Push((at.Index, at.Next + 1));
                    Open(inner[at.Next], path, open, failure);
                }
                else
                {
                    open.Remove(at.Index);
                    Close(at.Index, inner, failure);
                }
            }
        }

        return _order;
    }

    private void Open(int index, Stack<(int Index, int Next)> path, HashSet<int> open, Func<int, Exception> failure)
    {
        // A reference to something other than an exception fails later, when it is read.
        if (_known.ContainsKey(index) || !_inner.ContainsKey(index))
        {
            return;
        }

        if (!open.Add(index))
        {
            throw failure(index);
        }

        path.Push((index, 0));
    }

    private void Close(int index, int[] inner, Func<int, Exception> failure)
    {
        int depth = 1;
        long count = 1;
        foreach (int one in inner)
        {
            (int innerDepth, long innerCount) = _known.GetValueOrDefault(one);
            depth = Math.Max(depth, innerDepth + 1);
            count = Math.Min(count + innerCount, SnapshotLimits.ExceptionCount + 1);
        }

        if (depth > SnapshotLimits.ExceptionDepth || count > SnapshotLimits.ExceptionCount)
        {
            throw failure(index);
        }

        _known.Add(index, (depth, count));
        _order.Add(index);
    }
}
