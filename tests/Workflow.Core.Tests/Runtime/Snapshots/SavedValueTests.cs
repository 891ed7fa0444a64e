using System.Text.Json.Serialization;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>Values of variables are restored exactly, or the save fails (rules 7.5.4 and 7.6.1).</summary>
[Rule("7.5.4")]
public sealed class SavedValueTests
{
    private readonly Log _log = new();

    [Fact]
    public void Value_SimpleType_IsRestored()
    {
        AssertSame(true);
        AssertSame(int.MinValue);
        AssertSame(long.MaxValue);
        AssertSame(ulong.MaxValue);
        AssertSame((byte)200);
        AssertSame((sbyte)-100);
        AssertSame((short)-30_000);
        AssertSame((ushort)60_000);
        AssertSame(uint.MaxValue);
        AssertSame(79228162514264337593543950335m);
        AssertSame(1.10m);
        AssertSame(0.1);
        AssertSame(double.NaN);
        AssertSame(double.NegativeInfinity);
        AssertSame(float.Epsilon);
        AssertSame('x');
        AssertSame('\uD800');
        AssertSame("text with \"quotes\", \u0000, ü and 🙂");
        AssertSame(string.Empty);
        AssertSame(new Guid("11111111-2222-3333-4444-555555555555"));
        AssertSame(new TimeSpan(1, 2, 3, 4, 5));
        AssertSame(new DateOnly(2026, 2, 28));
        AssertSame(new TimeOnly(23, 59, 58));
        AssertSame(DayOfWeek.Friday);
        AssertSame((DayOfWeek)77);
        AssertSame(new DateTimeOffset(2026, 1, 2, 3, 4, 5, 678, TimeSpan.FromHours(-3.5)));
    }

    [Theory]
    [InlineData(DateTimeKind.Utc)]
    [InlineData(DateTimeKind.Local)]
    [InlineData(DateTimeKind.Unspecified)]
    public void Value_DateTime_KeepsKind(DateTimeKind kind)
    {
        DateTime time = new DateTime(2026, 7, 8, 9, 10, 11, kind).AddTicks(7);
        DateTime back = RoundTrip(time);
        Assert.Equal((time, kind), (back, back.Kind));
    }

    [Fact]
    public void Value_Nullable_IsRestored()
    {
        Assert.Null(RoundTrip<int?>(null));
        Assert.Equal(5, RoundTrip<int?>(5));
        Assert.Null(RoundTrip<string?>(null));
        Assert.Equal(0, RoundTrip<int?>(0));
        Assert.Equal(DayOfWeek.Monday, RoundTrip<DayOfWeek?>(DayOfWeek.Monday));
    }

    [Fact]
    public void Value_CustomType_IsRestoredCompletely()
    {
        Order order = new() { Number = 7, Lines = { new Line("a", 2), new Line("b", 3) }, Tags = { ["x"] = 1 } };
        order.Approve("me");
        Order back = RoundTrip(order);
        Assert.Equal((7, "me", 5), (back.Number, back.ApprovedBy, back.Total));
        Assert.Equal(order.Lines, back.Lines);
        Assert.Equal(1, back.Tags["x"]);
        Assert.Equal((1, "two", 3.0), RoundTrip((1, "two", 3.0)));
        Assert.Equal([1, 2], RoundTrip<int[]>([1, 2]));
        Assert.Equal([3, 4], RoundTrip(new Queue<int>([3, 4])));
        Assert.Equal([1, 2, 3], RoundTrip<byte[]>([1, 2, 3]));
        Assert.Equal(new Uri("https://example.org/a?b"), RoundTrip(new Uri("https://example.org/a?b")));
        Assert.Equal(new Version(1, 2, 3), RoundTrip(new Version(1, 2, 3)));
    }

    [Fact]
    public void Value_DeclaredAsObject_KeepsType()
    {
        AssertSame<object>(5);
        AssertSame<object>(5L);
        AssertSame<object>("text");
        AssertSame<object>(true);
        AssertSame<object>(1.5m);
        AssertSame<object>(Guid.Empty);
        AssertSame<object>(new TimeSpan(5));
        Assert.Equal(new[] { 1, 2 }, Assert.IsType<int[]>(RoundTrip<object>(new[] { 1, 2 })));
        Assert.Equal(["a"], Assert.IsType<List<string>>(RoundTrip<object>(new List<string> { "a" })));
        Dictionary<string, object?> mixed = new() { ["number"] = 1, ["text"] = "t", ["none"] = null, ["list"] = new List<object?> { 2L, 'c', null } };
        Dictionary<string, object?> back = Assert.IsType<Dictionary<string, object?>>(RoundTrip<object>(mixed));
        Assert.Equal([1, "t", null], [back["number"], back["text"], back["none"]]);
        Assert.Equal([2L, 'c', null], Assert.IsType<List<object?>>(back["list"]));
    }

    [Fact]
    public void Value_DeclaredAsSequence_KeepsCommonTypes()
    {
        Assert.IsType<int[]>(RoundTrip<IEnumerable<int>>(new[] { 1 }));
        Assert.IsType<List<Line>>(RoundTrip<IEnumerable<Line>>(new List<Line> { new("a", 1) }));
        Assert.Equal(["b"], Assert.IsType<HashSet<string>>(RoundTrip<ISet<string>>(new HashSet<string> { "b" })));
        Assert.Contains("'v'", Refused<IEnumerable<int>>(Enumerable.Range(1, 3).Where(number => number > 1)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Value_DerivedType_NeedsAlias()
    {
        SnapshotException refused = Refused<Shape>(new Circle { Radius = 3 });
        Assert.Equal(("v", "root"), (refused.ValueName, refused.ActivityName));
        Assert.Contains("TypeRegistry", refused.Message, StringComparison.Ordinal);
        Assert.Contains("'v' of 'root' (1)", refused.Message, StringComparison.Ordinal);
        TypeRegistry types = new TypeRegistry().Add<Circle>("circle");
        Assert.Equal(3, Assert.IsType<Circle>(RoundTrip<Shape>(new Circle { Radius = 3 }, types)).Radius);
        Assert.Equal(4, Assert.IsType<Circle>(RoundTrip<object>(new Circle { Radius = 4 }, new TypeRegistry().Add<Circle>("circle"))).Radius);
    }

    [Fact]
    public void Value_PropertyOfDerivedType_NeedsAlias()
    {
        Drawing drawing = new() { Main = new Circle { Radius = 3 }, Anything = new Circle { Radius = 4 } };
        Assert.Contains("Circle", Refused(drawing).Message, StringComparison.Ordinal);
        Drawing back = RoundTrip(drawing, new TypeRegistry().Add<Circle>("circle"));
        Assert.Equal((3, 4), (Assert.IsType<Circle>(back.Main).Radius, Assert.IsType<Circle>(back.Anything).Radius));
    }

    [Fact]
    public void Value_JsonDerivedType_NeedsNoAlias() =>
        Assert.Equal(2, Assert.IsType<Cat>(RoundTrip<Animal>(new Cat { Lives = 2 })).Lives);

    [Fact]
    public void Value_InTwoVariables_KeepsIdentity()
    {
        Variable<Order> first = new("first");
        Variable<object> second = new("second");
        Probe root = new(_log, "root") { PrivateVariables = { first, second } };
        root.Body = context =>
        {
            Order order = new() { Number = 1 };
            first.Set(context, order);
            second.Set(context, order);
            context.CreateBookmark("go", root.Resumed);
        };
        bool isOne = false;
        root.OnResume = (context, _, _) => isOne = ReferenceEquals(first.Get(context), second.Get(context));
        new Reloading(root, Lane.Fast, new TypeRegistry()).Start().Reload().Resume("go");
        Assert.True(isOne);
    }

    [Fact]
    public void Value_BookmarkOrInstance_KeepsIdentity()
    {
        Variable<Bookmark> one = new("one");
        Variable<List<Bookmark>> many = new("many");
        Variable<object> child = new("child");
        Wait wait = new(_log, "wait");
        Probe root = new(_log, "root", wait) { PrivateVariables = { one, many, child } };
        root.Body = context =>
        {
            Bookmark bookmark = context.CreateBookmark(root.Resumed);
            one.Set(context, bookmark);
            many.Set(context, [bookmark, context.CreateBookmark("go", root.Resumed)]);
            child.Set(context, root.Schedule(context, wait));
        };
        root.OnResume = (context, bookmark, _) =>
        {
            Assert.Same(one.Get(context), many.Get(context)[0]);
            Assert.Same(bookmark, many.Get(context)[1]);
            Assert.Same(context.GetChildren()[0], child.Get(context));
            context.CancelChild((ActivityInstance)child.Get(context));
            Assert.True(context.RemoveBookmark(one.Get(context)));
        };
        Reloading running = new Reloading(root, Lane.Fast).Start().Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    public void Value_Exception_KeepsMessageAndStackTrace()
    {
        InvalidOperationException thrown = Assert.Throws<InvalidOperationException>(Fail);
        thrown.Data["key"] = 5;
        Exception back = RoundTrip<Exception>(thrown);
        Assert.IsType<InvalidOperationException>(back);
        Assert.Equal((thrown.Message, thrown.HResult, 5), (back.Message, back.HResult, back.Data["key"]));
        Assert.Contains(nameof(Fail), back.StackTrace, StringComparison.Ordinal);
        Assert.Equal("x", Assert.IsType<ArgumentException>(back.InnerException).ParamName);
        Assert.Equal(thrown.InnerException!.Message, back.InnerException!.Message);
        AggregateException many = Assert.IsType<AggregateException>(
            RoundTrip<Exception>(new AggregateException("both", new TimeoutException("1"), new TimeoutException("2"))));
        Assert.Equal(["1", "2"], many.InnerExceptions.Select(inner => inner.Message));
    }

    [Fact]
    public void Value_CustomExceptionWithAlias_KeepsProperties()
    {
        OrderException failure = new("late", 12) { Hint = "hurry" };
        Assert.Equal(typeof(OrderException).ToString(), Assert.IsType<SubstituteException>(RoundTrip<Exception>(failure, new TypeRegistry())).OriginalType);
        OrderException back = Assert.IsType<OrderException>(RoundTrip<Exception>(failure, new TypeRegistry().Add<OrderException>("order")));
        Assert.Equal(("late", 12, "hurry"), (back.Message, back.Order, back.Hint));
    }

    [Fact]
    [Rule("7.6.1")]
    public void Value_CannotBeSaved_DoesNotAffectInstance()
    {
        Variable<Action> variable = new("callback");
        Probe root = new(_log, "root") { PrivateVariables = { variable } };
        root.Body = context =>
        {
            variable.Set(context, () => { });
            context.CreateBookmark("go", root.Resumed);
        };
        Reloading running = new Reloading(root, Lane.Fast).Start();
        SnapshotException refused = Assert.Throws<SnapshotException>(() => running.Save());
        Assert.Equal(("callback", "root"), (refused.ValueName, refused.ActivityName));
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    [Rule("7.6.1")]
    public void Value_BoundToProcess_IsRefused()
    {
        Refused<Stream>(new MemoryStream(), new TypeRegistry().Add<MemoryStream>("stream"));
        Refused("half of a pair: \uD800");
        Refused<object>(typeof(string), new TypeRegistry());
        Assert.Contains("'place'", Refused<Location<int>>(new OwnPlace(), name: "place").Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Registry_Ambiguous_IsRefused()
    {
        TypeRegistry types = new TypeRegistry().Add<Circle>("circle");
        Assert.Throws<ArgumentException>(() => types.Add<Line>("circle"));
        Assert.Throws<ArgumentException>(() => types.Add<Circle>("other"));
        Assert.Throws<ArgumentException>(() => types.Add<Line>("int"));
        Assert.Throws<ArgumentException>(() => types.Add<Line>("@line"));
        Assert.Throws<ArgumentException>(() => types.Add<Shape>("shape"));
        Assert.Throws<ArgumentException>(() => types.Add<Line>(string.Empty));
        Assert.Throws<ArgumentNullException>(() => types.Add(null!, "nothing"));
        Assert.False(types.IsReadOnly);
        RoundTrip(1, types);
        Assert.True(types.IsReadOnly);
        Assert.Throws<InvalidOperationException>(() => types.Add<Line>("line"));
    }

    private static void Fail() => throw new InvalidOperationException("failed", Wrong(0));

    private static ArgumentException Wrong(int x) => new($"wrong {x}", nameof(x));

    private void AssertSame<T>(T value) => Assert.Equal(value, RoundTrip(value));

    private SnapshotException Refused<T>(T value, TypeRegistry? types = null, string name = "v")
    {
        Reloading running = Holding(value, types, name, _ => { });
        SnapshotException refused = Assert.Throws<SnapshotException>(() => running.Save());
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        return refused;
    }

    private T RoundTrip<T>(T value, TypeRegistry? types = null)
    {
        T back = default!;
        Reloading running = Holding(value, types, "v", read => back = read).Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        return back;
    }

    private Reloading Holding<T>(T value, TypeRegistry? types, string name, Action<T> onRead)
    {
        Variable<T> variable = new(name);
        Probe root = new(_log, "root") { PrivateVariables = { variable } };
        root.Body = context =>
        {
            variable.Set(context, value);
            context.CreateBookmark("go", root.Resumed);
        };
        root.OnResume = (context, _, _) => onRead(variable.Get(context));
        return new Reloading(root, Lane.Fast, types).Start();
    }

    private sealed record Line(string Name, int Amount);

    private sealed class Order
    {
        public int Number { get; init; }

        public List<Line> Lines { get; set; } = [];

        public Dictionary<string, int> Tags { get; set; } = [];

        public string? ApprovedBy { get; private set; }

        public int Total => Lines.Sum(line => line.Amount);

        public void Approve(string by) => ApprovedBy = by;
    }

    private abstract class Shape;

    private sealed class Circle : Shape
    {
        public int Radius { get; set; }
    }

    private sealed class Drawing
    {
        public Shape? Main { get; set; }

        public object? Anything { get; set; }
    }

    [JsonDerivedType(typeof(Cat), "cat")]
    private abstract class Animal;

    private sealed class Cat : Animal
    {
        public int Lives { get; set; }
    }

    private sealed class OwnPlace : Location<int>;

    private sealed class OrderException(string message, int order) : Exception(message)
    {
        public int Order { get; } = order;

        public string? Hint { get; set; }
    }
}
