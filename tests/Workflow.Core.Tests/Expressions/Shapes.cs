using System.Diagnostics.CodeAnalysis;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>An interface with a property that <see cref="IHasMore"/> inherits.</summary>
public interface IHasTotal
{
    int Total { get; set; }
}

public interface IHasMore : IHasTotal;

/// <summary>A class with members of every kind.</summary>
[SuppressMessage("Design", "CA1051:Do not declare visible instance fields", Justification = "Fields are under test.")]
[SuppressMessage("Usage", "CA2211:Non-constant fields should not be visible", Justification = "Fields are under test.")]
[SuppressMessage("Design", "MA0069:Non-constant static fields should not be visible", Justification = "Fields are under test.")]
public class Shape : IHasMore
{
    public const int Corners = 4;

    public static int SharedField = 1;

    public readonly int Fixed = 7;

    public int Field = 1;

    public string? Text = "text";

    internal int Hidden = 1;

    private readonly Dictionary<(string, long), int> _cells = [];

    public static int Shared { get; set; } = 1;

    public virtual int Total { get; set; } = 1;

    public int ReadOnly => Fixed;

    public int PrivatelySet { get; private set; } = 1;

    public int WriteOnly
    {
        set => Field = value;
    }

    public Corner Corner { get; set; }

    public int this[string row, long column]
    {
        get => _cells.GetValueOrDefault((row, column), 1);
        set => _cells[(row, column)] = value;
    }

    public string this[int index]
    {
        get => $"{index}";
        set => Text = $"{index}={value}";
    }
}

/// <summary>Overrides one accessor of a property, and hides another property.</summary>
[SuppressMessage("Design", "CA1051:Do not declare visible instance fields", Justification = "Fields are under test.")]
public sealed class Square : Shape
{
    public new long Field = 5;

    public override int Total
    {
        get => base.Total * 100;
    }

    public new string ReadOnly { get; set; } = "hides";
}

/// <summary>A struct with members of every kind.</summary>
[SuppressMessage("Design", "CA1051:Do not declare visible instance fields", Justification = "Fields are under test.")]
[SuppressMessage("Usage", "CA2211:Non-constant fields should not be visible", Justification = "Fields are under test.")]
[SuppressMessage("Design", "MA0069:Non-constant static fields should not be visible", Justification = "Fields are under test.")]
[SuppressMessage("Performance", "CA1815:Override equals and operator equals on value types", Justification = "Nobody compares it.")]
public struct Corner
{
    public static int SharedField = 1;

    public int Field;

    public readonly int Fixed;

    private int _item;

    public static int Shared { get; set; } = 1;

    public int X { get; set; }

    public Inner Inner { get; set; }

    public int this[int index]
    {
        readonly get => _item - index;
        set => _item = value + index;
    }
}

[SuppressMessage("Performance", "CA1815:Override equals and operator equals on value types", Justification = "Nobody compares it.")]
public struct Inner
{
    public int Depth { get; set; }
}
