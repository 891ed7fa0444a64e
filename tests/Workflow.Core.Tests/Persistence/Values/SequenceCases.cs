using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Collections, including their order and their comparers.</summary>
internal static class SequenceCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("int[]", () => new[] { 1, 2 }, Show),
        Exact("int[] empty", () => Array.Empty<int>(), Show),
        Exact("byte[]", () => new byte[] { 1, 2, 255 }, Show),
        Exact("string[] with null", () => new[] { "a", null }, Show),
        Exact("double[]", () => new[] { -0.0, double.NaN }, value => string.Join(',', value.Select(BitConverter.DoubleToInt64Bits))),
        Exact("int?[]", () => new int?[] { 1, null }, Show),
        Exact("int[][]", () => new[] { [1], Array.Empty<int>(), null }, value => string.Join(';', value.Select(row => row is null ? "null" : Show(row)))),
        Exact("int[,]", () => new[,] { { 1, 2, 3 }, { 4, 5, 6 } }, value => (value.GetLength(0), value.GetLength(1), Show(value))),
        Exact("int[,,] empty", () => new int[2, 0, 3], value => (value.GetLength(0), value.GetLength(1), value.GetLength(2))),
        Exact("array from another index", () => (int[,])FromFive(), value => (value.GetLowerBound(0), value.GetLowerBound(1), value[6, -1])),
        Exact<Array>(
            "array with one dimension from another index",
            () => Array.CreateInstance(typeof(int), [2], [5]),
            value => (value.GetLowerBound(0), value.Length),
            new Workflow.Persistence.TypeRegistry().Add(Array.CreateInstance(typeof(int), [2], [5]).GetType(), "from five")),
        Exact(
            "object[]",
            () => new object?[] { 1, "a", null, 2L, 'c', true, 1.5m, DayOfWeek.Monday.ToString() },
            value => string.Join(',', value.Select(item => $"{item?.GetType()}{item}"))),
        Exact("List", () => new List<int> { 1, 2 }, Show),
        Exact("List of lists", () => new List<List<string>> { new() { "a" }, new() }, value => string.Join(';', value.Select(Show))),
        Exact("HashSet", () => new HashSet<string> { "b", "a" }, value => (Show(value), value.Contains("A"))),
        Exact(
            "HashSet ignoring case",
            () => new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "b", "a" },
            value => (Show(value), value.Contains("A"), value.Comparer)),
        Exact("HashSet ordinal", () => new HashSet<string>(StringComparer.Ordinal) { "b" }, value => (Show(value), value.Comparer)),
        Exact(
            "HashSet invariant culture",
            () => new HashSet<string>(StringComparer.InvariantCultureIgnoreCase) { "b" },
            value => (Show(value), value.Comparer)),
        Refused("HashSet with a comparer of its own", () => new HashSet<string>(new Lengths()) { "b" }, "StringComparer"),
        Refused(
            "HashSet with a comparer made of lambdas",
            () => new HashSet<string>(EqualityComparer<string>.Create((one, other) => one == other, text => text.Length)) { "b" },
            "StringComparer"),
        Exact("HashSet with a comparer that has an alias", () => new HashSet<string>(new Lengths()) { "b" }, value => (Show(value), value.Contains("x")),
            new Workflow.Persistence.TypeRegistry().Add<Lengths>("lengths")),
        Exact("HashSet by reference", () => new HashSet<object>(ReferenceEqualityComparer.Instance) { "b" }, value => (Show(value), value.Comparer)),
        Exact("SortedSet", () => new SortedSet<int> { 3, 1 }, Show),
        Exact("SortedSet ignoring case", () => new SortedSet<string>(StringComparer.OrdinalIgnoreCase) { "b", "A" }, value => (Show(value), value.Comparer)),
        Refused("SortedSet backwards", () => new SortedSet<int>(Comparer<int>.Create((one, other) => other.CompareTo(one))) { 1, 2 }, "StringComparer"),
        Exact("Queue", () => new Queue<int>([3, 4]), Show),
        Exact("Queue that went round", Rounded, Show),
        Exact("Stack", () => new Stack<int>([1, 2, 3]), value => (Show(value), value.Peek())),
        Exact("LinkedList", () => new LinkedList<int>([1, 2]), Show),
        Exact("PriorityQueue", Prioritized, value => (value.Peek(), value.Count, Drained(value))),
        Exact("Collection", () => new Collection<int> { 1, 2 }, Show),
        Refused("Collection around an array", () => new Collection<int>(new[] { 1, 2 }), "save that"),
        Exact("ReadOnlyCollection", () => new ReadOnlyCollection<int>([1, 2]), Show),
        Exact("ReadOnlyCollection of a list", () => new List<int> { 1 }.AsReadOnly(), Show),
        Exact(
            "ReadOnlySet",
            () => new ReadOnlySet<string>(new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "a" }),
            value => (Show(value), value.Contains("A"))),
        Exact("ObservableCollection", () => new ObservableCollection<int> { 1, 2 }, Show),
        Refused("ObservableCollection observed", Observed, "observers"),
        Refused("ReadOnlyObservableCollection", () => new ReadOnlyObservableCollection<int>([]), "save the values that it was created from"),
        Exact("ConcurrentBag", () => new ConcurrentBag<int> { 1, 2 }, value => Show(value)),
        Exact("ConcurrentQueue", () => new ConcurrentQueue<int>([1, 2]), Show),
        Exact("ConcurrentStack", () => new ConcurrentStack<int>([1, 2]), Show),
        Exact("ImmutableArray", () => ImmutableArray.Create(1, 2), value => Show(value)),
        Exact("ImmutableArray default", () => default(ImmutableArray<int>), value => value.IsDefault),
        Exact("ImmutableArray empty", () => ImmutableArray<int>.Empty, value => (value.IsDefault, value.Length)),
        Exact("ImmutableList", () => ImmutableList.Create(1, 2), Show),
        Exact("ImmutableHashSet", () => ImmutableHashSet.Create<string>(StringComparer.OrdinalIgnoreCase, "a"), value => (Show(value), value.KeyComparer)),
        Exact("ImmutableSortedSet", () => ImmutableSortedSet.Create<string>(StringComparer.Ordinal, "b", "A"), value => (Show(value), value.KeyComparer)),
        Exact("ImmutableQueue", () => ImmutableQueue.Create(1, 2), Show),
        Exact("ImmutableStack", () => ImmutableStack.Create(1, 2), value => (Show(value), value.Peek())),
        Refused("ImmutableList builder", () => ImmutableList.CreateBuilder<int>(), "save the values that it was created from"),
        Exact("FrozenSet", () => new[] { "a", "b" }.ToFrozenSet(StringComparer.OrdinalIgnoreCase), value => (value.Count, value.Contains("A"), value.Comparer)),
        Exact("FrozenSet of numbers", () => new[] { 1, 2 }.ToFrozenSet(), value => (value.Count, value.Contains(2))),
        Exact("FrozenSet empty", () => FrozenSet<int>.Empty, value => value.Count),
        Exact("ArraySegment", () => new ArraySegment<int>([1, 2, 3, 4], 1, 2), value => (Show(value), value.Offset, value.Array!.Length)),
        Exact("ArraySegment default", () => default(ArraySegment<int>), value => value.Array is null),
        Exact("Memory", () => new Memory<int>([1, 2, 3], 1, 2), value => Show(value.ToArray())),
        Exact("Memory default", () => default(Memory<int>), value => value.Length),
        Exact("ReadOnlyMemory", () => new ReadOnlyMemory<byte>([1, 2]), value => Show(value.ToArray())),
        Exact("ReadOnlyMemory of a text", () => "text".AsMemory(1), value => value.ToString()),
        Exact("ArrayList", () => new ArrayList { 1, "a", null }, Show),
        Refused("ArrayList synchronized", () => ArrayList.Synchronized([1]), "save the values that it was created from"),
        Exact("old Queue", () => new Queue(new object[] { 1, "a" }), Show),
        Exact("old Stack", () => new Stack(new object[] { 1, "a" }), value => (Show(value), value.Peek())),
        Exact("StringCollection", () => new StringCollection { "a", null }, Show),
        Refused("StringDictionary", () => new StringDictionary { ["a"] = "b" }, "save the values that it was created from"),
        Refused("array of delegates", () => new Action[] { () => { } }, "another process"),
        Refused("list of streams", () => new List<Stream> { new MemoryStream() }, "another process"),
    ];

    internal static string Show(IEnumerable items) => string.Join(',', items.Cast<object?>().Select(item => item ?? "null"));

    private static Array FromFive()
    {
        Array array = Array.CreateInstance(typeof(int), [2, 3], [5, -1]);
        array.SetValue(9, 6, -1);
        return array;
    }

    private static Queue<int> Rounded()
    {
        Queue<int> queue = new([1, 2, 3, 4]);
        queue.Dequeue();
        queue.Enqueue(5);
        return queue;
    }

    private static PriorityQueue<string, int> Prioritized() => new([("a", 3), ("b", 1), ("c", 2)]);

    private static string Drained(PriorityQueue<string, int> queue) => Show(queue.UnorderedItems.OrderBy(item => item.Priority).Select(item => item.Element));

    private static ObservableCollection<int> Observed()
    {
        ObservableCollection<int> collection = [1];
        collection.CollectionChanged += (_, _) => { };
        return collection;
    }

    internal sealed class Lengths : IEqualityComparer<string>
    {
        public bool Equals(string? x, string? y) => x?.Length == y?.Length;

        public int GetHashCode(string obj) => obj.Length;
    }
}
