using System.Runtime.InteropServices;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Structs of applications whose <c>Equals</c> and constructors do not reflect their fields.</summary>
internal static class StructCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("struct with a constructor without parameters", () => new Constructed(), value => value.Number),
        Exact("struct default that its constructor would not make", () => default(Constructed), value => value.Number),
        Exact("struct whose Equals ignores a field", () => new Forgetful { Id = 0, Note = "kept" }, value => (value.Id, value.Note)),
        Exact("struct whose Equals throws", () => new Throwing { Number = 3 }, value => value.Number),
        Exact("struct whose Equals throws, default", () => default(Throwing), value => value.Number),
        Exact("struct whose Equals is always true", () => new Agreeing { Number = 3 }, value => value.Number),
        Exact("readonly struct", () => new Money(12.50m, "EUR"), value => (value.Amount, value.Currency)),
        Exact("readonly record struct", () => new Place(1, "a"), value => value),
        Exact("record struct", () => new Open { X = 1, Y = -0.0 }, value => (value.X, double.IsNegative(value.Y))),
        Exact("struct with private fields", () => Hidden.Of(7), value => value.Sum()),
        Exact("struct with two constructors", () => new Two("a"), value => value.ToString()),
        Exact("struct with a list", () => new WithList([1, 2]), value => string.Join(',', value.Items)),
        Exact("struct with init", () => new Initial { Number = 5 }, value => value.Number),
        Exact("struct empty", () => default(Nothing), value => value.GetType()),
        Exact("struct explicit", () => new Union { Whole = 0x0102030405060708 }, value => (value.Whole, value.Part)),
        Exact<Money?>(
            "struct nullable",
            () => new Money(0.00m, ""),
            value => (value!.Value.Amount.ToString(System.Globalization.CultureInfo.InvariantCulture), value.Value.Currency)),
        Exact<Money?>("struct nullable null", () => null, value => value is null),
        Exact<Constructed?>("struct nullable default", () => default(Constructed), value => value!.Value.Number),
        Exact(
            "struct in struct",
            () => new Outer { Inner = new Money(1, "a"), More = new Constructed() },
            value => (value.Inner.Amount, value.Inner.Currency, value.More.Number)),
        Exact("generic struct", () => new Of<Money> { Value = new Money(2, "b") }, value => value.Value.Currency),
        Exact("generic struct of text", () => new Of<string?> { Value = null }, value => value.Value is null),
        Exact("ValueTuple", (1, "two", 3.0)),
        Exact("ValueTuple zero", (0, (string?)null)),
        Exact("ValueTuple of eight", (1, 2, 3, 4, 5, 6, 7, 8)),
        Exact("ValueTuple empty", default(ValueTuple)),
        Exact("ValueTuple of one", ValueTuple.Create(5)),
        Exact("Tuple", Tuple.Create(1, "a")),
        Exact("Tuple of one", Tuple.Create(1)),
        Exact("Tuple of seven", Tuple.Create(1, 2, 3, 4, 5, 6, "7")),
        Exact("Tuple of eight", Tuple.Create(1, 2, 3, 4, 5, 6, 7, 8)),
        Exact("KeyValuePair", KeyValuePair.Create("a", 1)),
        Exact("KeyValuePair default", default(KeyValuePair<string?, int>)),
        Exact("StrongBox", () => new System.Runtime.CompilerServices.StrongBox<int>(5).Value, value => value),
    ];

    private struct Constructed
    {
        public int Number = 42;

        public Constructed()
        {
        }
    }

    private struct Forgetful
    {
        public int Id { get; set; }

        public string? Note { get; set; }

        public override readonly bool Equals(object? obj) => obj is Forgetful other && other.Id == Id;

        public override readonly int GetHashCode() => Id;
    }

    private struct Throwing
    {
        public int Number { get; set; }

        public override readonly bool Equals(object? obj) => throw new InvalidOperationException("never equal");

        public override readonly int GetHashCode() => throw new InvalidOperationException("no hash");

        public override readonly string ToString() => throw new InvalidOperationException("no text");
    }

    private struct Agreeing
    {
        public int Number { get; set; }

        public override readonly bool Equals(object? obj) => true;

        public override readonly int GetHashCode() => 0;
    }

    private readonly struct Money(decimal amount, string currency)
    {
        public decimal Amount { get; } = amount;

        public string Currency { get; } = currency;
    }

    private readonly record struct Place(int X, string Name);

    private record struct Open
    {
        public int X;

        public double Y { get; set; }
    }

    private struct Hidden
    {
        private int _one;
        private int _two;

        public static Hidden Of(int number) => new() { _one = number, _two = number * 2 };

        public readonly int Sum() => _one + _two;
    }

    private readonly struct Two
    {
        private readonly string _text;

        public Two(int number) => _text = $"number {number}";

        public Two(string text) => _text = $"text {text}";

        public override string ToString() => _text;
    }

    private readonly struct WithList(List<int> items)
    {
        public IReadOnlyList<int> Items { get; } = items;
    }

    private readonly struct Initial
    {
        public int Number { get; init; }
    }

    private readonly struct Nothing;

    [StructLayout(LayoutKind.Explicit)]
    private struct Union
    {
        [FieldOffset(0)]
        public long Whole;

        [FieldOffset(0)]
        public int Part;
    }

    private struct Outer
    {
        public Money Inner { get; set; }

        public Constructed More { get; set; }
    }

    private struct Of<T>
    {
        public T Value { get; set; }
    }
}
