namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Maps properties to values. An object has few properties, and keys are compared by reference, so a linear search is faster than a hash table.
/// </summary>
internal sealed class PropertyBag
{
    private DependencyProperty[] _keys;
    private object?[] _values;
    private int _count;

    public PropertyBag()
        : this(new DependencyProperty[4], new object?[4], 0)
    {
    }

    private PropertyBag(DependencyProperty[] keys, object?[] values, int count)
    {
        _keys = keys;
        _values = values;
        _count = count;
    }

    /// <summary>True if a value of a definition belongs to a single object, such as a condition.</summary>
    public static bool IsOwned(object? value) => value is DependencyObject and not (Activity or ActivityBind);

    public PropertyBag Copy() => new([.. _keys], [.. _values], _count);

    public bool TryGet(DependencyProperty key, out object? value)
    {
        int index = IndexOf(key);
        value = index < 0 ? null : _values[index];
        return index >= 0;
    }

    public void Set(DependencyProperty key, object? value)
    {
        int index = IndexOf(key);
        if (index < 0)
        {
            index = _count;
            if (index == _keys.Length)
            {
                Array.Resize(ref _keys, index * 2);
                Array.Resize(ref _values, index * 2);
            }

            _keys[index] = key;
            _count++;
        }

        _values[index] = value;
    }

    public bool Remove(DependencyProperty key)
    {
        int index = IndexOf(key);
        if (index < 0)
        {
            return false;
        }

        _count--;
        _keys[index] = _keys[_count];
        _values[index] = _values[_count];
        _values[_count] = null;
        return true;
    }

    /// <summary>Returns a copy of the values in no particular order. The bag can change while the caller uses the copy.</summary>
    public object?[] Values() => _values[.._count];

    /// <summary>Enumerates the entries in no particular order. The bag must not change during the enumeration.</summary>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Compares keys by reference, because Array.IndexOf would call Equals for each key.</summary>
    private int IndexOf(DependencyProperty key)
    {
        DependencyProperty[] keys = _keys;
        for (int i = 0; i < keys.Length && i < _count; i++)
        {
            if (ReferenceEquals(keys[i], key))
            {
                return i;
            }
        }

        return -1;
    }

    /// <summary>Enumerates the entries without an allocation.</summary>
    internal struct Enumerator(PropertyBag bag)
    {
        private int _index = -1;

        public readonly KeyValuePair<DependencyProperty, object?> Current => new(bag._keys[_index], bag._values[_index]);

        public bool MoveNext() => ++_index < bag._count;
    }
}
