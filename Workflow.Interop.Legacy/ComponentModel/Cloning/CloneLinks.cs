namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// What the two sides of a clone share without copying it: types, properties, fields, and objects that lie outside of the cloned tree. The bytes refer to them by number, so that
/// no byte names a type.
/// </summary>
internal sealed class CloneLinks
{
    private readonly Dictionary<object, int> _numbers = new(ReferenceEqualityComparer.Instance);
    private readonly List<object> _linked = [];

    public int NumberOf(object linked)
    {
        if (!_numbers.TryGetValue(linked, out int number))
        {
            number = _linked.Count;
            _numbers.Add(linked, number);
            _linked.Add(linked);
        }

        return number;
    }

    public T Get<T>(int number)
        where T : class => (T)_linked[number];
}
