namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// How deeply objects are nested in keys of collections. Hash codes and comparisons of a key go through the objects that it has: a key that is nested more deeply than those of
/// programs would overflow the stack, which nothing could catch.
/// </summary>
internal sealed class KeyDepths
{
    public const int Deepest = 32;
    private readonly List<(int From, int To)> _references = [];
    private Dictionary<int, int>? _depths;
    private ILookup<int, int>? _byObject;
    private int _current = -1;

    public int Capacity => _references.Capacity;

    /// <summary>The content of an object follows.</summary>
    public void Begin(int number) => _current = number;

    /// <summary>The object has a reference to another one.</summary>
    public void Refer(int number)
    {
        if (_current >= 0)
        {
            _references.Add((_current, number));
        }
    }

    /// <summary>Whether an object cannot be a key. All references are known.</summary>
    public bool IsTooDeep(int number)
    {
        // Few states have collections whose keys are objects: only those need to know which object refers to which.
        _byObject ??= _references.ToLookup(static reference => reference.From, static reference => reference.To);
        _depths ??= [];
        return Measure(number, 0) > Deepest;
    }

    /// <summary>Forgets all references.</summary>
    public void Clear()
    {
        _references.Clear();
        (_depths, _byObject, _current) = (null, null, -1);
    }

    /// <summary>The depth; a larger one than the limit is not the exact one.</summary>
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
