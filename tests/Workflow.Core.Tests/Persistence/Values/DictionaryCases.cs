using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Globalization;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Dictionaries, with keys of every kind.</summary>
internal static class DictionaryCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("Dictionary", () => new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 }, Show),
        Exact(
            "Dictionary with odd keys",
            () => new Dictionary<string, int> { [""] = 1, ["@same"] = 2, ["@@"] = 3, ["\"\\"] = 4, ["@comparer"] = 5, ["@items"] = 6 },
            Show),
        Exact("Dictionary with null", () => new Dictionary<string, string?> { ["a"] = null }, Show),
        Exact("Dictionary of numbers", () => new Dictionary<int, string> { [2] = "b", [1] = "a" }, Show),
        Exact("Dictionary of Guids", () => new Dictionary<Guid, int> { [Guid.Empty] = 1 }, Show),
        Exact("Dictionary of enums", () => new Dictionary<DayOfWeek, int> { [DayOfWeek.Friday] = 1 }, Show),
        Exact("Dictionary of dates", () => new Dictionary<DateOnly, int> { [new DateOnly(2026, 1, 2)] = 1 }, Show),
        Exact("Dictionary of doubles", () => new Dictionary<double, int> { [0.1] = 1, [double.NaN] = 2 }, Show),
        Exact("Dictionary of tuples", () => new Dictionary<(int, string), int> { [(1, "a")] = 1 }, Show),
        Exact("Dictionary of records", () => new Dictionary<Key, int> { [new Key("a", 1)] = 1 }, value => (Show(value), value[new Key("a", 1)])),
        Exact("Dictionary of objects", () => new Dictionary<object, object?> { [1] = "a", ["b"] = 2L, [true] = null }, Show),
        Exact("Dictionary of Uris", () => new Dictionary<Uri, int> { [new Uri("urn:a")] = 1 }, Show),
        Exact(
            "Dictionary ignoring case",
            () => new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
            value => (Show(value), value["A"], value.Comparer)),
        Exact("Dictionary ordinal", () => new Dictionary<string, int>(StringComparer.Ordinal) { ["a"] = 1 }, value => (Show(value), value.Comparer)),
        Exact(
            "Dictionary invariant culture",
            () => new Dictionary<string, int>(StringComparer.InvariantCulture) { ["a"] = 1 },
            value => (Show(value), value.Comparer)),
        Exact(
            "Dictionary of a culture",
            () => new Dictionary<string, int>(StringComparer.Create(CultureInfo.GetCultureInfo("tr-TR"), ignoreCase: true)) { ["i"] = 1 },
            value => (Show(value), value.ContainsKey("İ"), value.Comparer)),
        Refused("Dictionary with a comparer of its own", () => new Dictionary<string, int>(new SequenceCases.Lengths()) { ["a"] = 1 }, "TypeRegistry"),
        Exact(
            "Dictionary with a comparer that has an alias",
            () => new Dictionary<string, int>(new SequenceCases.Lengths()) { ["a"] = 1 },
            value => (Show(value), value["x"]),
            new Workflow.Persistence.TypeRegistry().Add<SequenceCases.Lengths>("lengths")),
        Exact("Dictionary that had more", Shrunk, Show),
        Exact("Dictionary of dictionaries", () => new Dictionary<string, Dictionary<string, int>> { ["a"] = new() { ["b"] = 1 } }, value => Show(value["a"])),
        Exact("SortedDictionary", () => new SortedDictionary<string, int> { ["b"] = 1, ["a"] = 2 }, Show),
        Exact(
            "SortedDictionary ordinal",
            () => new SortedDictionary<string, int>(StringComparer.Ordinal) { ["b"] = 1, ["A"] = 2 },
            value => (Show(value), value.Comparer)),
        Refused("SortedDictionary backwards", () => new SortedDictionary<int, int>(Comparer<int>.Create((one, other) => other.CompareTo(one))), "TypeRegistry"),
        Exact("SortedList", () => new SortedList<int, string> { [2] = "b", [1] = "a" }, Show),
        Exact("OrderedDictionary", () => new OrderedDictionary<string, int> { ["b"] = 1, ["a"] = 2 }, Show),
        Exact(
            "ConcurrentDictionary",
            () => new ConcurrentDictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
            value => (value["A"], value.Count, value.Comparer)),
        Exact(
            "ReadOnlyDictionary",
            () => new ReadOnlyDictionary<string, int>(new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }),
            value => value["A"]),
        Exact(
            "ImmutableDictionary",
            () => ImmutableDictionary.Create<string, int>(StringComparer.OrdinalIgnoreCase).Add("a", 1),
            value => (value["A"], value.KeyComparer)),
        Refused(
            "ImmutableDictionary that compares values",
            () => ImmutableDictionary.Create<string, string>(null, StringComparer.OrdinalIgnoreCase).Add("a", "b"),
            "default comparer"),
        Exact(
            "ImmutableSortedDictionary",
            () => ImmutableSortedDictionary.Create<string, int>(StringComparer.Ordinal).Add("b", 1).Add("A", 2),
            value => (Show(value), value.KeyComparer)),
        Exact(
            "FrozenDictionary",
            () => new Dictionary<string, int> { ["a"] = 1 }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase),
            value => (value["A"], value.Comparer)),
        Exact("FrozenDictionary of numbers", () => new Dictionary<int, int> { [1] = 2 }.ToFrozenDictionary(), value => value[1]),
        Exact("Hashtable", () => new Hashtable { [1] = "a", ["b"] = null }, value => (value[1], value["b"], value.Count)),
        Refused("Hashtable with a comparer", () => new Hashtable(new ObjectLengths()), "TypeRegistry"),
        Exact("NameValueCollection", () => new NameValueCollection { { "a", "1" }, { "a", "2" }, { "b", null } }, ShowNames),
        Exact("NameValueCollection without name", () => new NameValueCollection { { null, "1" } }, ShowNames),
        Refused("NameValueCollection with a comparer", () => new NameValueCollection(StringComparer.Ordinal) { { "a", "1" } }, "dictionary"),
        Refused("old SortedList", () => new SortedList { [1] = 2 }, "save the values that it was created from"),
        Refused("ListDictionary", () => new ListDictionary { [1] = 2 }, "save the values that it was created from"),
        Refused("HybridDictionary", () => new HybridDictionary { [1] = 2 }, "save the values that it was created from"),
        Refused("OrderedDictionary of objects", () => new OrderedDictionary { [(object)1] = 2 }, "save the values that it was created from"),
        Refused("Dictionary of delegates", () => new Dictionary<string, Action> { ["a"] = () => { } }, "another process"),
        Refused("Dictionary keys", () => new Dictionary<string, int> { ["a"] = 1 }.Keys, "save the values that it was created from"),
    ];

    private static string Show<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> pairs) =>
        SequenceCases.Show(pairs.Select(pair => $"{pair.Key}={pair.Value}:{pair.Value?.GetType()}"));

    private static string ShowNames(NameValueCollection value) =>
        SequenceCases.Show(
            Enumerable.Range(0, value.Count).Select(i => $"{value.GetKey(i) ?? "null"}={string.Join('|', value.GetValues(i) ?? ["null"])}")) + value["A"];

    private static Dictionary<string, int> Shrunk()
    {
        Dictionary<string, int> pairs = new() { ["a"] = 1, ["b"] = 2, ["c"] = 3 };
        pairs.Remove("a");
        pairs.Add("d", 4);
        return pairs;
    }

    private sealed record Key(string Name, int Number);

    private sealed class ObjectLengths : IEqualityComparer
    {
        public new bool Equals(object? x, object? y) => ReferenceEquals(x, y);

        public int GetHashCode(object obj) => 0;
    }
}
