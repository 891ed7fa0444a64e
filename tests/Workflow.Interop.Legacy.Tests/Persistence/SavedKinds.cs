using System.Collections;
using System.Collections.ObjectModel;
using System.Globalization;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests.Persistence;

public enum Large : ulong
{
    Small = 1,
    Last = ulong.MaxValue,
}

/// <summary>The base class of a class of an application. Both have a field with the same name.</summary>
[Serializable]
public class NodeBase
{
    private readonly string _text = "base";

    public string BaseText => _text;
}

[Serializable]
public sealed class Node(string text) : NodeBase
{
    private readonly string _text = text;

    [NonSerialized]
    private Stream? _cache = Stream.Null;

    public string Text => _text;

    public Node? Next { get; set; }

    public Stream? Cache => _cache;

    public void Forget() => _cache = null;
}

/// <summary>An exception with its own field.</summary>
public sealed class BrokenException(string message, Exception? inner) : Exception(message, inner)
{
    public int Code { get; set; }
}

/// <summary>An exception without the usual constructors.</summary>
public sealed class OddException(int code, Type type) : FormatException($"odd {code} {type}");

/// <summary>A workflow that keeps a value of any kind, which the test sets.</summary>
public sealed class Keeping : SequentialWorkflowActivity
{
    public static readonly DependencyProperty BoxProperty = DependencyProperty.Register("Box", typeof(object), typeof(Keeping));

    private readonly CodeActivity _code;

    public Keeping()
    {
        Name = "keeping";
        _code = Code("code", (_, _) => Field = Next);
        this.With(_code, new Reading("wait"), Code("end", (_, _) => Seen = Field));
    }

    [field: ThreadStatic]
    public static object? Next { get; set; }

    public object? Field { get; set; }

    public object? Seen { get; set; }

    public object? Box
    {
        get => GetValue(BoxProperty);
        set => SetValue(BoxProperty, value);
    }

    /// <summary>Returns values that equal themselves after a reload.</summary>
    public static IEnumerable<object?> Equals() =>
    [
        null, true, false, 'x', (sbyte)-3, (byte)200, short.MinValue, ushort.MaxValue, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue, 1.5f,
        double.NaN, -0.0, 79228162514264337593543950335m, "", "text \u00e4 \u20ac \ud800", new DateTime(2030, 5, 6, 7, 8, 9, DateTimeKind.Local),
        new DateTime(1, DateTimeKind.Utc), new DateTimeOffset(2030, 1, 1, 0, 0, 0, TimeSpan.FromHours(-5)), TimeSpan.MinValue, Guid.NewGuid(), Color.Blue,
        Marks.First | Marks.Second, Large.Last, DayOfWeek.Friday, new Uri("/relative", UriKind.Relative), new Version(1, 2, 3, 4),
        CultureInfo.GetCultureInfo("de-CH"), DBNull.Value, typeof(string), typeof(Dictionary<string, Node[]>), typeof(IOrders), (1, "two", (3, 4)),
        KeyValuePair.Create("k", 5), new DateOnly(2030, 1, 2), Tuple.Create(1, "a"), BoxProperty, (Int128)7, new TimeOnly(5, 6),
    ];

    /// <summary>Returns collections whose items equal themselves after a reload.</summary>
    public static IEnumerable<IEnumerable> Collections() =>
    [
        new[] { 1, 2, 3 }, new object?[] { 1, null, "a" }, new byte[] { 1, 2 }, new[] { Color.Red }, new[] { 1m }, new List<string> { "a", "b" },
        new ArrayList { 1, "b" }, new Queue<int>([1, 2]), new HashSet<string>(["a"], StringComparer.OrdinalIgnoreCase),
        new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new SortedDictionary<int, string> { [2] = "b", [1] = "a" },
        new SortedList<string, int>(StringComparer.Ordinal) { ["x"] = 1 }, new Hashtable { ["a"] = 1 }, new Collection<int> { 4 },
        new ObservableCollection<string> { "o" }, new int[][] { [1], [2, 3] }, new Dictionary<(int, string), Guid> { [(1, "a")] = Guid.Empty },
        new Dictionary<Color, Large> { [Color.Red] = Large.Last }, new bool?[] { true, null },
    ];
}
