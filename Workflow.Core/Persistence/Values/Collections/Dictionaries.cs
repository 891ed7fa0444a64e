using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;

namespace Workflow.Persistence;

/// <summary>The contracts of dictionaries.</summary>
internal static class Dictionaries
{
    public static ValueContract Dictionary<TKey, TValue>()
        where TKey : notnull =>
        new FilledDictionaryContract<Dictionary<TKey, TValue>, TKey, TValue>(
            comparer => new Dictionary<TKey, TValue>((IEqualityComparer<TKey>?)comparer), (pairs, key, value) => pairs.Add(key, value), pairs => pairs.Clear())
        {
            Comparer = pairs => Comparers.Unless(pairs.Comparer),
        };

    public static ValueContract SortedDictionary<TKey, TValue>()
        where TKey : notnull =>
        new FilledDictionaryContract<SortedDictionary<TKey, TValue>, TKey, TValue>(
            comparer => new SortedDictionary<TKey, TValue>((IComparer<TKey>?)comparer), (pairs, key, value) => pairs.Add(key, value), pairs => pairs.Clear())
        {
            Comparer = pairs => Comparers.Unless(pairs.Comparer),
        };

    public static ValueContract SortedList<TKey, TValue>()
        where TKey : notnull =>
        new FilledDictionaryContract<SortedList<TKey, TValue>, TKey, TValue>(
            comparer => new SortedList<TKey, TValue>((IComparer<TKey>?)comparer), (pairs, key, value) => pairs.Add(key, value), pairs => pairs.Clear())
        {
            Comparer = pairs => Comparers.Unless(pairs.Comparer),
        };

    public static ValueContract OrderedDictionary<TKey, TValue>()
        where TKey : notnull =>
        new FilledDictionaryContract<OrderedDictionary<TKey, TValue>, TKey, TValue>(
            comparer => new OrderedDictionary<TKey, TValue>((IEqualityComparer<TKey>?)comparer),
            (pairs, key, value) => pairs.Add(key, value),
            pairs => pairs.Clear())
        {
            Comparer = pairs => Comparers.Unless(pairs.Comparer),
        };

    public static ValueContract ConcurrentDictionary<TKey, TValue>()
        where TKey : notnull =>
        new FilledDictionaryContract<ConcurrentDictionary<TKey, TValue>, TKey, TValue>(
            comparer => new ConcurrentDictionary<TKey, TValue>((IEqualityComparer<TKey>?)comparer),
            (pairs, key, value) => pairs.TryAdd(key, value),
            pairs => pairs.Clear())
        {
            Comparer = pairs => Comparers.Unless(pairs.Comparer),
        };

    public static ValueContract FrozenDictionary<TKey, TValue>()
        where TKey : notnull =>
        new WholeDictionaryContract<FrozenDictionary<TKey, TValue>, TKey, TValue>(
            (pairs, comparer) => pairs.ToFrozenDictionary((IEqualityComparer<TKey>?)comparer))
        {
            Comparer = pairs => Comparers.Unless(pairs.Comparer),
        };

    public static ValueContract ImmutableDictionary<TKey, TValue>()
        where TKey : notnull =>
        new WholeDictionaryContract<ImmutableDictionary<TKey, TValue>, TKey, TValue>(
            (pairs, comparer) => System.Collections.Immutable.ImmutableDictionary.CreateRange((IEqualityComparer<TKey>?)comparer, pairs))
        {
            Comparer = pairs => OnlyKeys(Comparers.Unless(pairs.KeyComparer), Comparers.Unless(pairs.ValueComparer)),
        };

    public static ValueContract ImmutableSortedDictionary<TKey, TValue>()
        where TKey : notnull =>
        new WholeDictionaryContract<ImmutableSortedDictionary<TKey, TValue>, TKey, TValue>(
            (pairs, comparer) => System.Collections.Immutable.ImmutableSortedDictionary.CreateRange((IComparer<TKey>?)comparer, pairs))
        {
            Comparer = pairs => OnlyKeys(Comparers.Unless(pairs.KeyComparer), Comparers.Unless(pairs.ValueComparer)),
        };

    private static object? OnlyKeys(object? keys, object? values) => values is null
        ? keys
        : throw new UnsavableValueException(
            values.GetType(), "compares the values of an immutable dictionary and cannot be saved; use the default comparer for values");
}
