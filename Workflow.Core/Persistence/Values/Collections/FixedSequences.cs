using System.Collections.Frozen;
using System.Collections.Immutable;

namespace Workflow.Persistence;

/// <summary>The contracts of collections that are created from all their elements.</summary>
internal static class FixedSequences
{
    public static ValueContract ImmutableList<T>() => new WholeContract<ImmutableList<T>, T>((items, _) => [.. items]);

    public static ValueContract ImmutableHashSet<T>() => new WholeContract<ImmutableHashSet<T>, T>(
        (items, comparer) => System.Collections.Immutable.ImmutableHashSet.CreateRange((IEqualityComparer<T>?)comparer, items))
    {
        Comparer = set => Comparers.Unless(set.KeyComparer),
    };

    public static ValueContract ImmutableSortedSet<T>() => new WholeContract<ImmutableSortedSet<T>, T>(
        (items, comparer) => System.Collections.Immutable.ImmutableSortedSet.CreateRange((IComparer<T>?)comparer, items))
    {
        Comparer = set => Comparers.Unless(set.KeyComparer),
    };

    public static ValueContract ImmutableQueue<T>() => new WholeContract<ImmutableQueue<T>, T>((items, _) => [.. items]);

    public static ValueContract ImmutableStack<T>() => new WholeContract<ImmutableStack<T>, T>((items, _) => [.. Enumerable.Reverse(items)]);

    public static ValueContract FrozenSet<T>() => new WholeContract<FrozenSet<T>, T>((items, comparer) => items.ToFrozenSet((IEqualityComparer<T>?)comparer))
    {
        Comparer = set => Comparers.Unless(set.Comparer),
    };

    public static ValueContract PriorityQueue<TElement, TPriority>() => new PriorityQueueContract<TElement, TPriority>();
}
