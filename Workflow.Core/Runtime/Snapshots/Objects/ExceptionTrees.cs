using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The nesting of exceptions, by their indexes in the list of objects. .NET converts an exception to text by recursion, so the depth and the number of
/// exceptions are limited.
/// </summary>
internal sealed class ExceptionTrees
{
    /// <summary>The indexes of the inner exceptions by the index of the outer one; null if no exception was added, as in most documents.</summary>
    private Dictionary<int, int[]>? _inner;

    /// <summary>Creates the exception for an entry of the list whose exceptions are nested too deep, or contain each other.</summary>
    public static SnapshotException TooDeep(SnapshotNode entry) => entry.Invalid(
        $"has an exception that contains itself, or whose 'inner' exceptions are nested more than {SnapshotLimits.ExceptionDepth} levels deep or are more than {SnapshotLimits.ExceptionCount}");

    public void Add(int index, int[] inner) => (_inner ??= [])[index] = inner;

    /// <summary>Returns the indexes with inner exceptions before outer ones.</summary>
    /// <param name="failure">
    /// Creates the exception to throw for the index of an exception that contains itself, is nested too deep, or has too many inner exceptions.
    /// </param>
    public IReadOnlyList<int> Check(Func<int, Exception> failure) => _inner is null ? [] : new Walk(_inner, failure).Run();

    /// <summary>
    /// Walks the exceptions without recursion, because the data may be nested deeper than the stack allows. Each exception is visited once, and counted once
    /// for each reference to it.
    /// </summary>
    private sealed class Walk(Dictionary<int, int[]> inner, Func<int, Exception> failure)
    {
        /// <summary>The depth and the number of exceptions of each exception that was visited.</summary>
        private readonly Dictionary<int, (int Depth, long Count)> _known = [];

        private readonly List<int> _order = [];
        private readonly Stack<(int Index, int Next)> _path = [];

        /// <summary>The exceptions on the path.</summary>
        private readonly HashSet<int> _open = [];

        public List<int> Run()
        {
            foreach (int top in inner.Keys)
            {
                Open(top);
                while (_path.TryPop(out (int Index, int Next) at))
                {
                    int[] inside = inner[at.Index];
                    if (at.Next < inside.Length)
                    {
                        _path.Push((at.Index, at.Next + 1));
                        Open(inside[at.Next]);
                    }
                    else
                    {
                        _open.Remove(at.Index);
                        Close(at.Index, inside);
                    }
                }
            }

            return _order;
        }

        private void Open(int index)
        {
            // A reference to something other than an exception fails later, when it is read.
            if (_known.ContainsKey(index) || !inner.ContainsKey(index))
            {
                return;
            }

            if (!_open.Add(index))
            {
                throw failure(index);
            }

            _path.Push((index, 0));
        }

        private void Close(int index, int[] inside)
        {
            int depth = 1;
            long count = 1;
            foreach (int one in inside)
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
}
