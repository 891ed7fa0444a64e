namespace Workflow.Statements;

/// <summary>
/// Where a loop is in its values. It enumerates as they themselves do, and counts, so that a loaded instance finds the same place in the loaded values;
/// the values have to be something that can be saved and enumerated again: a collection, and not a query that is worked out as it goes.
/// </summary>
internal sealed class ValueCursor<T> : ISavedPart
{
    public static readonly StateKind Kind = new($"cursor of {typeof(T)}", static () => new ValueCursor<T>());

    private IEnumerable<T> _values;
    private long _taken;

    /// <summary>Not boxed: the commonest values cost one object a loop, the cursor.</summary>
    private List<T>.Enumerator _list;

    /// <summary>Null for a list.</summary>
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
        writer.WriteNumber("taken", _taken);
        writer.WriteValue("values", _values, typeof(IEnumerable<T>));
    }

    void ISavedState.Load(StateReader reader)
    {
        _values = reader.ReadRequired<IEnumerable<T>>("values");
        Begin();
        for (long taken = reader.ReadNumber("taken"); _taken < taken && MoveNext();)
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
}
