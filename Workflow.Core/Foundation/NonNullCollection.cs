using System.Collections.ObjectModel;
using System.Runtime.InteropServices;

namespace Workflow.Foundation;

/// <summary>A list whose elements are never null; asking for a null element to be stored throws <see cref="ArgumentNullException"/>.</summary>
internal sealed class NonNullCollection<T> : Collection<T>
    where T : class
{
    private readonly List<T> _list;

    public NonNullCollection()
        : this([])
    {
    }

    private NonNullCollection(List<T> list)
        : base(list) => _list = list;

    /// <summary>The elements without an enumerator or an interface call; valid until the next change.</summary>
    public ReadOnlySpan<T> Elements => CollectionsMarshal.AsSpan(_list);

    protected override void InsertItem(int index, T item)
    {
        ArgumentNullException.ThrowIfNull(item);
        base.InsertItem(index, item);
    }

    protected override void SetItem(int index, T item)
    {
        ArgumentNullException.ThrowIfNull(item);
        base.SetItem(index, item);
    }
}

/// <summary>Reads collections that exist only once somebody asked for them.</summary>
internal static class NonNullCollection
{
    /// <summary>The elements; none of a collection that was never asked for.</summary>
    public static ReadOnlySpan<T> ElementsOf<T>(NonNullCollection<T>? collection)
        where T : class => collection is null ? default : collection.Elements;
}
