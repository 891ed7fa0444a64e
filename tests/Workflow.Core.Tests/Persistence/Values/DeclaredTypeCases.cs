using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json.Serialization;
using Workflow.Persistence;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Values whose runtime type differs from the declared type.</summary>
internal static class DeclaredTypeCases
{
    private const string Alias = "TypeRegistry";

    public static IEnumerable<ValueCase> All() =>
    [
        .. Sequences(),
        .. Dictionaries(),
        .. Objects(),
        Exact<IEnumerable<int>>("IEnumerable of an author's collection", () => new Numbers { 1 }, Show, new TypeRegistry().Add<Numbers>("numbers")),
        .. Expressions(),
        Refused<IEnumerable<int>>("IEnumerable of an author's collection without alias", () => new Numbers { 1 }, Alias),
        Refused<IEnumerable<object>>("IEnumerable of another element", () => new List<Uri> { new("urn:a") }.ConvertAll(uri => new Circle()), Alias),
        Exact<IEnumerable<object>>("IEnumerable of another element with alias", () => new List<string> { "a" }, Show),
        Exact<IList>("IList", () => new List<int> { 1 }, Show),
        Exact<IEnumerable>("IEnumerable of objects", () => new[] { "a" }, Show),
        Exact<IDictionary>("IDictionary of objects", () => new Hashtable { [1] = 2 }, value => (value.GetType(), value[1])),
        Exact<Shape>("derived class with alias", () => new Circle { Radius = 3 }, value => ((Circle)value).Radius, Types()),
        Refused<Shape>("derived class", () => new Circle { Radius = 3 }, Alias),
        Exact<IShape>("interface with alias", () => new Circle { Radius = 3 }, value => ((Circle)value).Radius, Types()),
        Refused<IShape>("interface", () => new Circle { Radius = 3 }, Alias),
        Exact<IShape>("interface of a struct with alias", () => new Dot { X = 1 }, value => ((Dot)value).X, Types()),
        Exact<Animal>("derived class that the base names", () => new Cat { Lives = 2 }, value => ((Cat)value).Lives),
        Exact<Animal>("derived class that the base numbers", () => new Dog { Teeth = 2 }, value => ((Dog)value).Teeth),
        Refused<Animal>("derived class that the base does not name", () => new Bird(), Alias),
        Refused<Animal>("derived class that the base names without a name", () => new Fish(), Alias),
        Exact<Animal>("derived class that the base does not name with alias", () => new Bird(), value => value.GetType(), new TypeRegistry().Add<Bird>("bird")),
        Exact("members of interfaces", () => new Members(), value => value.ToString()),
        Exact("members of derived classes", () => new Drawing { Main = new Circle { Radius = 3 }, Anything = new Circle { Radius = 4 } },
            value => (((Circle)value.Main!).Radius, ((Circle)value.Anything!).Radius), Types()),
        Refused("members of derived classes without alias", () => new Drawing { Main = new Circle() }, Alias),
        Refused("members that are objects without alias", () => new Drawing { Anything = new Circle() }, Alias),
        Exact(
            "derived class of a concrete one in a list",
            () => new List<Base> { new(), new Special { More = 1 } },
            value => (value[0].GetType(), ((Special)value[1]).More),
            Types()),
        Refused("derived class of a concrete one without alias", () => new List<Base> { new Special { More = 1 } }, Alias),
        Exact("ValueType", () => (ValueType)5, value => value),
        Exact<IComparable>("IComparable", () => "a", value => value),
        Exact<IFormattable>("IFormattable", () => 1.50m, value => value.ToString(null, System.Globalization.CultureInfo.InvariantCulture)),
        Exact<Enum>("Enum with alias", () => DayOfWeek.Friday, value => value, new TypeRegistry().Add<DayOfWeek>("day")),
        Refused<Enum>("Enum", () => DayOfWeek.Friday, Alias),
    ];

    private static IEnumerable<ValueCase> Sequences() =>
    [
        Exact<IEnumerable<int>>("IEnumerable of array", () => new[] { 1 }, ShowType),
        Exact<IEnumerable<int>>("IEnumerable of List", () => new List<int> { 1 }, ShowType),
        Exact<ICollection<int>>("ICollection of List", () => new List<int> { 1 }, ShowType),
        Exact<IList<int>>("IList of array", () => new[] { 1 }, ShowType),
        Exact<IReadOnlyList<int>>("IReadOnlyList of List", () => new List<int> { 1 }, ShowType),
        Exact<IReadOnlyCollection<int>>("IReadOnlyCollection of ReadOnlyCollection", () => new ReadOnlyCollection<int>([1]), ShowType),
        Exact<ISet<int>>("ISet of HashSet", () => new HashSet<int> { 1 }, ShowType),
        Exact<IReadOnlySet<int>>("IReadOnlySet of SortedSet", () => new SortedSet<int> { 1 }, ShowType),
        Exact<IReadOnlyCollection<int>>("IReadOnlyCollection of Queue", () => new Queue<int>([1]), ShowType),
        Exact<IEnumerable<int>>("IEnumerable of Stack", () => new Stack<int>([1, 2]), ShowType),
        Exact<ICollection<int>>("ICollection of LinkedList", () => new LinkedList<int>([1, 2]), ShowType),
        Exact<IProducerConsumerCollection<int>>("IProducerConsumerCollection", () => new ConcurrentQueue<int>([1]), ShowType),
        Exact<IImmutableList<int>>("IImmutableList", () => ImmutableList.Create(1), ShowType),
        Exact<IImmutableSet<int>>("IImmutableSet", () => ImmutableHashSet.Create(1), ShowType),
        Exact<IReadOnlyList<int>>("IReadOnlyList of ImmutableArray", () => ImmutableArray.Create(1), ShowType),
        Exact<ISet<int>>("ISet of FrozenSet", () => new[] { 1 }.ToFrozenSet(), Show),
        Exact<Collection<int>>("Collection of ObservableCollection", () => new ObservableCollection<int> { 1 }, ShowType),
        Exact<IList<IList<int>>>(
            "IList of ILists",
            () => new List<IList<int>> { new[] { 1 }, new List<int> { 2 } },
            value => string.Join(';', value.Select(ShowType))),
    ];

    /// <summary>For read-only interfaces, the compiler generates its own collection classes.</summary>
    private static IEnumerable<ValueCase> Expressions() =>
    [
        Exact<IEnumerable<int>>("IEnumerable of a collection expression", () => [1, 2], ShowReadOnly),
        Exact<IEnumerable<int>>("IEnumerable of a collection expression without elements", () => [], Show),
        Exact<IReadOnlyList<Shape>>(
            "IReadOnlyList of a collection expression",
            () => [new Circle { Radius = 3 }, new Circle { Radius = 4 }],
            value => string.Join(',', value.Select(one => ((Circle)one).Radius)),
            Types()),
        Exact<IReadOnlyCollection<string>>("IReadOnlyCollection of a collection expression with one element", () => ["a"], ShowReadOnly),
        Exact<IEnumerable<int>>(
            "IEnumerable of a collection expression with a spread",
            () => [.. Enumerable.Range(1, 3).Where(number => number > 1), 7],
            ShowReadOnly),
        Exact<IEnumerable>("IEnumerable of objects of a collection expression", () => (IReadOnlyList<int>)[1, 2], ShowReadOnly),
        Exact<object>("object of a collection expression", () => (IReadOnlyList<string>)["a", "b"], value => ShowReadOnly((IEnumerable)value)),
        Exact<object>(
            "object of a collection expression of an author's class",
            () => (IReadOnlyList<Circle>)[new Circle { Radius = 3 }],
            value => ((IReadOnlyList<Circle>)value)[0].Radius,
            Types()),
        Exact<IEnumerable<Shape>>(
            "IEnumerable of a collection expression of a derived class",
            () => (IReadOnlyList<Circle>)[new Circle { Radius = 3 }],
            value => ((IReadOnlyList<Circle>)value)[0].Radius,
            Types()),
        Refused<object>("object of a collection expression without alias", () => (IReadOnlyList<Circle>)[new Circle()], Alias),
        Exact<IReadOnlyList<IReadOnlyList<int>>>(
            "IReadOnlyList of collection expressions",
            () => [[1, 2], [], [3]],
            value => string.Join(';', value.Select(Show))),
        Exact("record with a collection expression", () => new Listed([1, 2], ["a"]), value => Show(value.Numbers) + ShowReadOnly(value.Names)),
        Exact<IDictionary<string, IEnumerable<int>>>(
            "IDictionary of collection expressions",
            () => new Dictionary<string, IEnumerable<int>> { ["a"] = [1, 2] },
            value => ShowReadOnly(value["a"])),
        Exact("one collection expression in two members", Twice, value => ReferenceEquals(value.Numbers, value.Others)),
        Refused<IEnumerable<int>>("IEnumerable of a query", () => new List<int> { 1 }.Select(number => number + 1), "ToList()"),
        Refused<object>("object of an anonymous type", () => new { A = 1 }, "a class or a record of your own"),
    ];

    private static Both Twice()
    {
        IReadOnlyList<int> numbers = [1, 2];
        return new Both(numbers, numbers);
    }

    /// <summary>Also shows that the collection is read-only.</summary>
    private static string ShowReadOnly(IEnumerable items) => $"{Show(items)} {((IList)items).IsReadOnly}";

    private static IEnumerable<ValueCase> Dictionaries() =>
    [
        Exact<IDictionary<string, int>>("IDictionary of Dictionary", () => new Dictionary<string, int> { ["a"] = 1 }, ShowType),
        Exact<IDictionary<Key, Shape?>>("IDictionary of an author's types", () => new Dictionary<Key, Shape?> { [new Key(1)] = null }, ShowType),
        Exact<IDictionary<string, object?>>(
            "IDictionary of objects of Dictionary",
            () => new Dictionary<string, object?> { ["a"] = 1, ["b"] = null },
            ShowType),
        Exact<IReadOnlyDictionary<string, int>>(
            "IReadOnlyDictionary of Dictionary",
            () => new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 },
            value => value["A"]),
        Exact<IReadOnlyDictionary<string, int>>(
            "IReadOnlyDictionary of ReadOnlyDictionary",
            () => new ReadOnlyDictionary<string, int>(new Dictionary<string, int> { ["a"] = 1 }),
            ShowType),
        Exact<IDictionary<string, int>>("IDictionary of SortedDictionary", () => new SortedDictionary<string, int> { ["a"] = 1 }, ShowType),
        Exact<IDictionary<string, int>>("IDictionary of SortedList", () => new SortedList<string, int> { ["a"] = 1 }, ShowType),
        Exact<IDictionary<string, int>>("IDictionary of ConcurrentDictionary", () => new ConcurrentDictionary<string, int> { ["a"] = 1 }, ShowType),
        Exact<IImmutableDictionary<string, int>>("IImmutableDictionary", () => ImmutableDictionary<string, int>.Empty.Add("a", 1), ShowType),
        Exact<IEnumerable<KeyValuePair<string, int>>>("IEnumerable of pairs of Dictionary", () => new Dictionary<string, int> { ["a"] = 1 }, ShowType),
        Exact<ICollection<KeyValuePair<string, int>>>(
            "ICollection of pairs of List",
            () => new List<KeyValuePair<string, int>> { new("a", 1), new("a", 2) },
            ShowType),
        Exact<IReadOnlyDictionary<int, string>>(
            "IReadOnlyDictionary of FrozenDictionary",
            () => new Dictionary<int, string> { [1] = "a" }.ToFrozenDictionary(),
            value => value[1]),
    ];

    private static IEnumerable<ValueCase> Objects() =>
        from value in new object[]
        {
            5, 5L, (byte)5, 'c', "text", "@same", true, -0.0, 1.50m, Guid.Empty, new TimeSpan(5), new DateOnly(2026, 1, 2), new Version(1, 2), new Uri("urn:a"),
            DBNull.Value, new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), DateTimeOffset.MinValue, (Half)1.5, Int128.MaxValue,
            System.Numerics.BigInteger.One, 1..2, System.Drawing.Color.Red,
        }
        select Exact($"object {value.GetType().Name} {value}", () => value, back => (back.GetType(), back));

    private static TypeRegistry Types() => new TypeRegistry().Add<Circle>("circle").Add<Dot>("dot").Add<Special>("special");

    private static string Show(IEnumerable items) => SequenceCases.Show(items);

    private static string ShowType(IEnumerable items) => $"{items.GetType()} {Show(items)}";

    private interface IShape;

    private abstract class Shape : IShape;

    private sealed class Circle : Shape
    {
        public int Radius { get; set; }
    }

    private struct Dot : IShape
    {
        public int X { get; set; }
    }

    private sealed class Drawing
    {
        public Shape? Main { get; set; }

        public object? Anything { get; set; }
    }

    private class Base;

    private sealed class Special : Base
    {
        public int More { get; set; }
    }

    [JsonDerivedType(typeof(Cat), "cat")]
    [JsonDerivedType(typeof(Dog), 7)]
    [JsonDerivedType(typeof(Fish))]
    private abstract class Animal;

    private sealed class Cat : Animal
    {
        public int Lives { get; set; }
    }

    private sealed class Dog : Animal
    {
        public int Teeth { get; set; }
    }

    private sealed class Bird : Animal;

    private sealed class Fish : Animal;

    private sealed record Key(int Number);

    private sealed record Listed(IEnumerable<int> Numbers, IReadOnlyCollection<string> Names);

    private sealed record Both(IReadOnlyList<int> Numbers, IEnumerable<int> Others);

    private sealed class Numbers : List<int>;

    private sealed class Members
    {
        private readonly IList<int> _list = new[] { 1 };
        private readonly IEnumerable<string> _names = new HashSet<string> { "a" };
        private readonly IDictionary<string, int> _pairs = new SortedDictionary<string, int> { ["a"] = 1 };
        private readonly IReadOnlyDictionary<string, IReadOnlyList<int>> _deep = new Dictionary<string, IReadOnlyList<int>> { ["a"] = new List<int> { 1 } };
        private readonly object _any = new List<object> { 1, "a", new Dictionary<string, object> { ["b"] = 2L } };

        public override string ToString() => string.Join(
            ' ', ShowType(_list), ShowType(_names), ShowType(_pairs), ShowType(_deep["a"]), ((List<object>)_any)[1],
            ((Dictionary<string, object>)((List<object>)_any)[2])["b"]);
    }
}
