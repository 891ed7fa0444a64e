namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Measures the nesting of objects in keys of collections. The hash code and the comparison of a key use the objects to which the key refers. A key that is
/// nested more deeply than the keys of real programs would overflow the stack, and the process could not catch that.
/// </summary>
internal sealed class KeyDepths
{
    public const int Deepest = 32;
    private readonly List<(int From, int To)> _references = [];
    private Dictionary<int, int>? _depths;
    private ILookup<int, int>? _byObject;
    private int _current = -1;

    public int Capacity => _references.Capacity;

    /// <summary>Starts the content of an object.</summary>
    public void Begin(int number) => _current = number;

    /// <summary>Records a reference of the current object to another object.</summary>
    public void Refer(int number)
    {
        if (_current >= 0)
        {
            _references.Add((_current, number));
        }
    }

    /// <summary>True if an object is nested too deeply for a key. All references must be recorded before the call.</summary>
    public bool IsTooDeep(int number)
    {
        // Computed on first use, because few states have collections with objects as keys.
        _byObject ??= _references.ToLookup(static reference => reference.From, static reference => reference.To);
        _depths ??= [];
        return Measure(number, 0) > Deepest;
    }

    /// <summary>Removes all references.</summary>
    public void Clear()
    {
        _references.Clear();
        (_depths, _byObject, _current) = (null, null, -1);
    }

    /// <summary>Returns the depth. A depth above the limit is not exact.</summary>
    private int Measure(int number, int outer)
    {
        if (outer > Deepest)
        {
            return Deepest + 1;
        }

        if (!_depths!.TryGetValue(number, out int depth))
        {
            foreach (int next in _byObject![number])
            {
                depth = Math.Max(depth, 1 + Measure(next, outer + 1));
                if (depth > Deepest)
                {
                    return depth;
                }
            }

            _depths.Add(number, depth);
        }

        return depth;
    }
}
