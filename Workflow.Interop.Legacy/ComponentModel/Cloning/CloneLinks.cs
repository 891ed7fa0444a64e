namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The objects that the writer and the reader of a clone share without a copy: types, properties, and objects outside of the cloned tree. The bytes refer to
/// them by number, so they never contain type names.
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
