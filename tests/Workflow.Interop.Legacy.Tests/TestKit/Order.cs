using Workflow.Interop.Legacy.Activities.Rules;

namespace Workflow.Interop.Legacy.Tests.TestKit;

public enum Color
{
    Red,
    Green,
    Blue,
}

[Flags]
public enum Marks : byte
{
    None = 0,
    First = 1,
    Second = 2,
}

public struct Place
{
    internal int X;

    public int Y { get; set; }

    public int Move(int by) => X += by;
}

public sealed class Line
{
    public decimal Price { get; set; }

    public int Count { get; set; }

    public static string operator +(Line line, int count) => $"{line.Count} and {count}";
}

/// <summary>The object to which the rules of tests apply.</summary>
public class Order
{
    internal static int Created = 3;
#pragma warning disable CS0649 // Rules set the fields.
    internal Place Spot;
    internal int? Limit;
#pragma warning restore CS0649
    private readonly int _secret = 42;

    public int Count { get; set; }

    public long Long { get; set; } = 5_000_000_000;

    public decimal Total { get; set; }

    public double Rate { get; set; }

    public string? Name { get; set; }

    public Color Color { get; set; } = Color.Green;

    public Marks Marks { get; set; } = Marks.First;

    public DateTime Date { get; set; } = new(2026, 1, 31, 0, 0, 0, DateTimeKind.Utc);

    public DateTime? Due { get; set; }

    public Order? Parent { get; set; }

    public Line Line { get; set; } = new();

    public Line[] Lines { get; set; } = [new(), new()];

    public Dictionary<string, int> Table { get; } = new() { ["a"] = 1 };

    public int[,] Grid { get; } = new int[2, 2];

    public Place Copy { get; set; }

    public bool Flag { get; set; }

    public object? Result { get; set; }

    public List<string> Trace { get; } = [];

    public int ReadOnly => 1;

    internal int Inner { get; set; } = 7;

    protected int Family { get; set; } = 8;

    [RuleRead("Count")]
    public int Doubled => Count * 2;

    public int Secret() => _secret;

    public string Kind(int value) => "int";

    public string Kind(long value) => "long";

    public string Kind(double value) => "double";

    public virtual string Kind(object value) => "object";

    public string Kind(string value) => "string";

    public string Many(string first, params int[] rest) => $"{first}{rest.Length}";

    public string Many(string first, int second) => "two";

    public bool TryHalf(int value, out int half)
    {
        half = value / 2;
        return value % 2 == 0;
    }

    public void Swap(ref int first, ref int second) => (first, second) = (second, first);

    public T? Same<T>(T value) => value;

    public string Ambiguous(string first, object second) => "1";

    public string Ambiguous(object first, string second) => "2";

    public int Fail() => throw new FormatException("broken");

    [RuleWrite("Total")]
    public void Add(decimal price) => Total += price;

    [RuleInvoke("Add")]
    public void AddTwice(decimal price)
    {
        Add(price);
        Add(price);
    }

    [RuleWrite("order/Total", RuleAttributeTarget.Parameter)]
    public void AddTo(Order order) => order.Total++;

    [RuleRead("Total")]
    public bool IsExpensive() => Total > 100;

    [RuleRead("Missing")]
    public bool IsWrong() => true;

    public bool Accepts(Order? order) => order?.Total > 100;
}
