using System.Collections;
using System.Collections.ObjectModel;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Collection classes of applications: their elements and their additional members.</summary>
internal static class DerivedCollectionCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("class of List with more", () => new Orders { Owner = "me" }.With("a", "b"), value => (value.Owner, Show(value))),
        Exact("class of List that its constructor fills", () => new Filled { 7 }, Show),
        Exact("class of Dictionary with more", () => new Prices { ["a"] = 1 }.In("EUR"), value => (value.Currency, value["a"])),
        Exact("class of Dictionary ignoring case", () => new Headers { ["a"] = "b" }, value => value["A"]),
        Exact("class of HashSet", () => new Names { "a" }, value => value.Contains("A")),
        Exact("class of Collection", () => new Items { 1, 2 }, value => (Show(value), value.Inserted)),
        Exact("class of KeyedCollection", () => new Keyed { "one", "three" }, value => (Show(value), value['t'])),
        Exact("class of ObservableCollection", () => new Watched { 1, 2 }, Show),
        Exact("class of Queue", Waiting, value => (Show(value), value.Name)),
        Exact("class of Stack", Piled, value => (Show(value), value.Peek())),
        Exact("class of SortedSet", () => new Backwards { 1, 2 }, Show),
        Exact("class of SortedDictionary", () => new Ranked { [2] = "b", [1] = "a" }, value => string.Join(',', value.Keys)),
        Exact("class of LinkedList", Linked, Show),
        Exact("class with a private constructor of List", Private.Make, Show),
        Exact("class that is a collection by itself", () => new Own().With(1).With(2), value => (Show(value), value.Name)),
        Exact("class of class of List", () => new MoreOrders { Owner = "me", Priority = 2 }, value => (value.Owner, value.Priority)),
        Refused("class of List without a constructor without parameters", () => new Sized(5) { 1 }, "add one"),
        Refused("class of List that changes its comparer", () => new Choosing(StringComparer.Ordinal) { "a" }, "let that constructor"),
        Refused("class of Collection that changes what it takes", () => new Doubled { 1 }, "[JsonIgnore]"),
        Refused("class of Collection that refuses what it has", PositiveOnly.WithBad, "[JsonIgnore]"),
        Refused("class of ReadOnlyCollection", () => new Fixed(), "save the values that it was created from"),
        Refused("class of CollectionBase", () => new Ancient(), "save the values that it was created from"),
        Refused("class of List of streams", () => new Streams { new MemoryStream() }, "another process"),
    ];

    private static string Show(IEnumerable items) => SequenceCases.Show(items);

    private static Line Waiting()
    {
        Line line = new() { Name = "n" };
        line.Enqueue(1);
        line.Enqueue(2);
        return line;
    }

    private static Pile Piled()
    {
        Pile pile = new();
        pile.Push(1);
        pile.Push(2);
        return pile;
    }

    private static Chain Linked()
    {
        Chain chain = [];
        chain.AddLast(1);
        chain.AddLast(2);
        return chain;
    }

    private class Orders : List<string>
    {
        public string? Owner { get; set; }

        public Orders With(params string[] lines)
        {
            AddRange(lines);
            return this;
        }
    }

    private sealed class MoreOrders : Orders
    {
        public int Priority { get; set; }
    }

    private sealed class Filled : List<int>
    {
        public Filled() => AddRange([1, 2]);
    }

    private sealed class Prices : Dictionary<string, int>
    {
        public string? Currency { get; private set; }

        public Prices In(string currency)
        {
            Currency = currency;
            return this;
        }
    }

    private sealed class Headers() : Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    private sealed class Names() : HashSet<string>(StringComparer.OrdinalIgnoreCase);

    private sealed class Items : Collection<int>
    {
        public int Inserted { get; private set; }

        protected override void InsertItem(int index, int item)
        {
            Inserted++;
            base.InsertItem(index, item);
        }
    }

    private sealed class Keyed : KeyedCollection<char, string>
    {
        protected override char GetKeyForItem(string item) => item[0];
    }

    private sealed class Watched : ObservableCollection<int>;

    private sealed class Line : Queue<int>
    {
        public string? Name { get; set; }
    }

    private sealed class Pile : Stack<int>;

    private sealed class Backwards() : SortedSet<int>(Comparer<int>.Create((one, other) => other.CompareTo(one)));

    private sealed class Ranked : SortedDictionary<int, string>;

    private sealed class Chain : LinkedList<int>;

    private sealed class Private : List<int>
    {
        private Private()
        {
        }

        public static Private Make() => new() { 1 };
    }

    private sealed class Own : IEnumerable<int>
    {
        private readonly List<int> _items = [];

        public string Name => $"{_items.Count} items";

        public Own With(int item)
        {
            _items.Add(item);
            return this;
        }

        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class Sized(int size) : List<int>(size);

    private sealed class Choosing(IEqualityComparer<string> comparer) : HashSet<string>(comparer)
    {
        public Choosing()
            : this(StringComparer.OrdinalIgnoreCase)
        {
        }
    }

    private sealed class Doubled : Collection<int>
    {
        protected override void InsertItem(int index, int item) => base.InsertItem(index, item * 2);
    }

    private sealed class PositiveOnly : Collection<int>
    {
        protected override void InsertItem(int index, int item) =>
            base.InsertItem(index, item > 0 ? item : throw new ArgumentOutOfRangeException(nameof(item)));

        public static PositiveOnly WithBad()
        {
            PositiveOnly positive = [];
            positive.Items.Add(-1);
            return positive;
        }
    }

    private sealed class Fixed() : ReadOnlyCollection<int>([1]);

    private sealed class Ancient : CollectionBase;

    private sealed class Streams : List<Stream>;
}
