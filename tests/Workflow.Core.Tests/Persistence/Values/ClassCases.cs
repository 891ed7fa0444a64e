using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Workflow.Persistence;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Classes of applications, with various kinds of constructors and members.</summary>
internal static class ClassCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("class", () => new Plain { Number = 1, Text = "a" }, value => (value.Number, value.Text)),
        Exact("class empty", () => new Empty(), value => value.GetType()),
        Exact<Plain?>("class null", () => null, value => value is null),
        Exact("class with fields", () => new Fields { Number = 1 }.With(2), value => value.ToString()),
        Exact("class with private fields only", () => new Counter().Add(3), value => value.Total()),
        Exact("class with get-only properties", () => new GetOnly(1, "a"), value => (value.Number, value.Text)),
        Exact("class with a get-only list", () => new Filled { Items = { 1, 2 } }, value => string.Join(',', value.Items)),
        Exact("class with a get-only dictionary", () => new Filled { Named = { ["a"] = 1 } }, value => value.Named["a"]),
        Exact("class with a list that its constructor fills", Prefilled.WithOne, value => string.Join(',', value.Items)),
        Exact("class with private setters", () => new PrivateSet().Set(4), value => value.Number),
        Exact("class with init", () => new Initial { Number = 5 }, value => value.Number),
        Exact("class with required", () => new Required { Name = "a" }, value => value.Name),
        Exact("class with a private constructor", Secret.Make, value => value.Number),
        Exact("class with two constructors", () => new TwoWays("a"), value => value.Text),
        Exact("class with constructor parameters that match no property", () => new Unmatched(3, "x"), value => value.Text),
        Exact("class whose constructor throws", () => Strict.Make(-1), value => value.Number),
        Exact("class whose setter throws", () => new Guarded().Set(-1), value => value.Number),
        Exact("class whose setter changes", () => new Doubling().Set(5), value => value.Number),
        Exact("class whose getter throws", () => new Failing { Number = 1 }, value => value.Number),
        Exact("class whose getter counts", () => new Reading(), value => value.Peek()),
        Exact("class whose Equals throws", () => new ThrowingEquality { Number = 6 }, value => value.Number),
        Exact("class that is [Serializable]", () => new Old(1, 2), value => value.ToString()),
        Exact("class with a [NonSerialized] field", () => new Old(1, 2), value => value.Cached),
        Exact("class that is a [DataContract]", () => new Contracted { Number = 1, Other = 2 }, value => (value.Number, value.Other)),
        Exact("class with write-only property", () => new WriteOnly { Number = 3 }, value => value.Show()),
        Exact("class with indexer", () => new Indexed { [2] = 5 }, value => value[2]),
        Exact("class with a hidden member", () => new Derived { Number = 1, Base = 2 }, value => (value.Number, value.Base)),
        Exact("class with a private field twice", () => new Upper(1, 2), value => value.ToString()),
        Exact("class with members that differ in case", () => new Cased { value = 1, Value = 2, VALUE = 3 }, value => (value.value, value.Value, value.VALUE)),
        Exact("class generic", () => new Of<Plain> { Value = new Plain { Number = 4 } }, value => value.Value!.Number),
        Exact("class with a captured parameter", () => new Captured(5), value => value.Number),
        Exact("class with lock", () => new Locked(), value => value.Works()),
        Exact("class with static members", () => new Static { Number = 1 }, value => value.Number),
        Exact("class with tuple members", () => new Of<(int A, string? B)> { Value = (1, null) }, value => value.Value),
        Exact("class with nullable members", () => new Of<int?>(), value => value.Value is null),
        Exact("class anonymous", () => Anonymous(1, "a"), value => value!.ToString(), new TypeRegistry().Add(Anonymous(1, "a").GetType(), "anonymous")),
    ];

    private static object Anonymous(int a, string b) => new { A = a, B = b };

    private sealed class Plain
    {
        public int Number { get; set; }

        public string? Text { get; set; }
    }

    private sealed class Empty;

    private sealed class Fields
    {
        public int Number;

        private int _more;

        public Fields With(int more)
        {
            _more = more;
            return this;
        }

        public override string ToString() => $"{Number} {_more}";
    }

    private sealed class Counter
    {
        private int _total;

        public Counter Add(int number)
        {
            _total += number;
            return this;
        }

        public int Total() => _total;
    }

    private sealed class GetOnly(int number, string text)
    {
        public int Number { get; } = number;

        public string Text { get; } = text;
    }

    private sealed class Filled
    {
        public List<int> Items { get; } = [];

        public Dictionary<string, int> Named { get; } = [];
    }

    private sealed class Prefilled
    {
        public List<int> Items { get; } = [1, 2, 3];

        public static Prefilled WithOne()
        {
            Prefilled made = new();
            made.Items.RemoveRange(1, 2);
            return made;
        }
    }

    private sealed class PrivateSet
    {
        public int Number { get; private set; }

        public PrivateSet Set(int number)
        {
            Number = number;
            return this;
        }
    }

    private sealed class Initial
    {
        public int Number { get; init; }
    }

    private sealed class Required
    {
        public required string Name { get; set; }
    }

    private sealed class Secret
    {
        private Secret(int number) => Number = number;

        public int Number { get; }

        public static Secret Make() => new(8);
    }

    private sealed class TwoWays
    {
        public TwoWays(int number) => Text = $"{number}";

        public TwoWays(string text) => Text = text;

        public string Text { get; }
    }

    private sealed class Unmatched(int number, string text)
    {
        public string Text { get; } = $"{number} {text}";
    }

    private sealed class Strict
    {
        private Strict() => throw new InvalidOperationException("Use Make.");

        private Strict(int number) => Number = number;

        public int Number { get; private set; }

        public static Strict Make(int number) => new(number);

        public static Strict Fail() => new();
    }

    private sealed class Guarded
    {
        private int _number;

        public int Number
        {
            get => _number;
            set => _number = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value));
        }

        public Guarded Set(int number)
        {
            _number = number;
            return this;
        }
    }

    private sealed class Doubling
    {
        private int _number;

        public int Number
        {
            get => _number;
            set => _number = value * 2;
        }

        public Doubling Set(int number)
        {
            Number = number;
            return this;
        }
    }

    private sealed class Failing
    {
        public int Number { get; set; }

        [SuppressMessage("Performance", "CA1822:Mark members as static", Justification = "A getter of the object that a serializer might call.")]
        [SuppressMessage("Design", "CA1065:Do not raise exceptions in unexpected locations", Justification = "That is the case.")]
        public int Broken => throw new InvalidOperationException("broken");
    }

    private sealed class Reading
    {
        private int _reads;

        public int Next => ++_reads;

        public int Peek() => _reads;
    }

    private sealed class ThrowingEquality
    {
        public int Number { get; set; }

        public override bool Equals(object? obj) => throw new InvalidOperationException("never equal");

        public override int GetHashCode() => throw new InvalidOperationException("no hash");

        public override string ToString() => throw new InvalidOperationException("no text");
    }

    [Serializable]
    private sealed class Old(int one, int two)
    {
        private int _one = one;
        private int _two = two;

        [NonSerialized]
        private string? _cached;

        public string? Cached => _cached;

        public override string ToString() => $"{_one++} {_two++}";

        public void Cache() => _cached = ToString();
    }

    [DataContract]
    private sealed class Contracted
    {
        [DataMember]
        public int Number { get; set; }

        public int Other { get; set; }
    }

    private sealed class WriteOnly
    {
        private int _number;

        [SuppressMessage("Design", "CA1044:Properties should not be write only", Justification = "That is the case.")]
        public int Number
        {
            set => _number = value;
        }

        public int Show() => _number;
    }

    private sealed class Indexed
    {
        private readonly int[] _items = new int[3];

        public int this[int index]
        {
            get => _items[index];
            set => _items[index] = value;
        }
    }

    private class BaseClass
    {
        public int Number { get; set; }

        public int Base
        {
            get => Number;
            set => Number = value;
        }
    }

    private sealed class Derived : BaseClass
    {
        public new int Number { get; set; }
    }

    private class Lower(int value)
    {
        private int _value = value;

        public int Low => _value++ - 0;
    }

    private sealed class Upper(int low, int high) : Lower(low)
    {
        private int _value = high;

        public override string ToString() => $"{Low} {_value++}";
    }

    [SuppressMessage("Style", "IDE1006:Naming Styles", Justification = "That is the case.")]
    private sealed class Cased
    {
        public int value;

        public int Value { get; set; }

        public int VALUE { get; set; }
    }

    private sealed class Of<T>
    {
        public T? Value { get; set; }
    }

    private sealed class Captured(int number)
    {
        public int Number => number;
    }

    private sealed class Locked
    {
        private readonly Lock _lock = new();
        private readonly List<object> _old = [new object()];

        public bool Works()
        {
            lock (_lock)
            {
                return _old.Count == 1;
            }
        }
    }

    private sealed class Static
    {
        public static readonly Action Nothing = () => { };

        public int Number { get; set; }
    }
}
