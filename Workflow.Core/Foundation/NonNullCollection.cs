using System.Collections.ObjectModel;
using System.Runtime.InteropServices;

namespace Workflow.Foundation;

/// <summary>A list whose elements are never null. An attempt to store null throws <see cref="ArgumentNullException"/>.</summary>
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

    /// <summary>The elements, for access without an enumerator or an interface call. Valid until the next change of the list.</summary>
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

/// <summary>Reads collections that are created on first use.</summary>
internal static class NonNullCollection
{
    /// <summary>The elements of a collection; empty for a collection that was never created.</summary>
    public static ReadOnlySpan<T> ElementsOf<T>(NonNullCollection<T>? collection)
        where T : class => collection is null ? default : collection.Elements;
}
