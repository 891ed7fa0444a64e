using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>
/// The position of a loop in its values, which are enumerated in the order of the collection. A loaded instance continues at the same position of the loaded
/// values if their order is stable, otherwise with the remaining values. The values must be a collection that can be saved and enumerated again, not a lazy
/// query.
/// </summary>
internal sealed class ValueCursor<T> : ISavedPart
{
    public static readonly StateKind Kind =
        new($"cursor of {TypeNames.Of(typeof(T))}", static () => new ValueCursor<T>()) { FullName = $"cursor of {typeof(T)}" };

    private IEnumerable<T> _values;
    private long _taken;

    /// <summary>The enumerator of a list. It is not boxed, so that for the most common collections the cursor is the only object of each loop.</summary>
    private List<T>.Enumerator _list;

    /// <summary>The enumerator of any other collection; null for a list.</summary>
    private IEnumerator<T>? _others;

    private ValueCursor() => _values = [];

    public ValueCursor(IEnumerable<T> values)
    {
        _values = values;
        Begin();
    }

    public T Current => _others is null ? _list.Current : _others.Current;

    StateKind ISavedPart.SavedAs => Kind;

    public bool MoveNext()
    {
        _taken++;
        return _others is null ? _list.MoveNext() : _others.MoveNext();
    }

    public void Dispose() => _others?.Dispose();

    void ISavedState.Save(StateWriter writer)
    {
        long taken = _taken;
        bool isChanged = false;
        IEnumerable<object?> rest = [];
        if (_others is RemainingValues<T> remaining)
        {
            isChanged = remaining.IsChanged;
            rest = remaining.Rest;
        }
        else if (!ValueOrder.IsOfFilling(_values.GetType()))
        {
            rest = Rest();
        }
        else if ((_others is null ? (IEnumerator<T>)_list : ValueOrder.Copy(_others)) is { } copy)
        {
            isChanged = !TryCount(copy, out int left);

            // Computed from the remaining values, because some collections may lose used values while the loop runs.
            taken = _values.Count() - left;
        }

        writer.WriteNumber("taken", isChanged ? 0 : taken);
        writer.WriteFlag("isChanged", isChanged);
        writer.WriteValue("values", _values, typeof(IEnumerable<T>));
        writer.WriteValues("rest", rest, typeof(T));
    }

    void ISavedState.Load(StateReader reader)
    {
        long taken = reader.ReadNumber("taken");
        bool isChanged = reader.ReadFlag("isChanged");
        _values = reader.ReadRequired<IEnumerable<T>>("values");
        IReadOnlyList<T?> rest = reader.ReadValues<T>("rest");
        if (isChanged || !ValueOrder.IsOfFilling(_values.GetType()))
        {
            _taken = taken;
            _others = RemainingValues<T>.Of(rest, _values.GetEnumerator(), isChanged);
            return;
        }

        Begin();
        while (_taken < taken && MoveNext())
        {
        }
    }

    private void Begin()
    {
        if (_values.GetType() == typeof(List<T>))
        {
            _list = ((List<T>)_values).GetEnumerator();
        }
        else
        {
            _others = _values.GetEnumerator();
        }
    }

    /// <summary>Counts the values that a copy of the enumerator finds. Returns false if the collection was changed, so that the next step fails.</summary>
    private static bool TryCount(IEnumerator<T> copy, out int count)
    {
        count = 0;
        try
        {
            while (copy.MoveNext())
            {
                count++;
            }

            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    /// <summary>Returns the values after the current one, for a collection whose order may differ after a load.</summary>
    private List<object?> Rest()
    {
        if (_values is not (ICollection<T> or IReadOnlyCollection<T>))
        {
            throw new NotSupportedException("its values are not a collection, so a load could not continue at the same position");
        }

        List<object?> rest = [];
        bool isFound = _taken == 0;
        long passed = 0;
        foreach (T value in _values)
        {
            if (passed >= _taken)
            {
                rest.Add(value);
            }
            else if (++passed == _taken)
            {
                isFound = EqualityComparer<T>.Default.Equals(value, Current);
            }
        }

        return isFound
            ? rest
            : throw new NotSupportedException("its values were changed during the enumeration, so its position is lost; enumerate a copy of them");
    }
}
