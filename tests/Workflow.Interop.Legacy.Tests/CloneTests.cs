using System.Collections;
using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Tests.TestKit;
using static Workflow.Interop.Legacy.Tests.TestKit.Tree;

namespace Workflow.Interop.Legacy.Tests;

/// <summary>Cloning (A.6): the parts that a clone copies, and the parts that it shares.</summary>
[Trait("Paragraph", "A.6")]
public sealed class CloneTests
{
    private readonly List<string> _trace = [];

    [Fact]
    public void Clone_ActivityWithValues_CopiesValues()
    {
        Holder holder = new("h") { Number = 5, Text = "\ud800 half" };
        holder.Value = new Order { Id = 7, Lines = { ["a"] = 1 }, Next = new Order { Id = 8 } };
        Clone(holder, clone =>
        {
            Assert.NotSame(holder, clone);
            Assert.Equal((5, "\ud800 half"), (clone.Number, clone.Text));
            Order order = Assert.IsType<Order>(clone.Value);
            Assert.NotSame(holder.Value, order);
            Assert.Equal((7, 8, 1), (order.Id, order.Next!.Id, order.Lines["A"]));
            Assert.Same(holder.Name, clone.Name);
        });
    }

    public static TheoryData<object?> Values() => new(
        null, true, 'x', (sbyte)-1, (byte)255, short.MinValue, ushort.MaxValue, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue, 1.5f, double.NaN,
        12.34m, "text", string.Empty, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)),
        TimeSpan.FromTicks(7), new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), DayOfWeek.Friday, BigFlags.Top, typeof(string), (1, "two"),
        new KeyValuePair<string, int>("k", 1), Tuple.Create(1, "x"), new DateOnly(2020, 1, 2));

    [Theory]
    [MemberData(nameof(Values), DisableDiscoveryEnumeration = true)]
    public void Clone_OfAValue_IsEqual(object? value) => Clone(new Holder("h") { Value = value }, clone => Assert.Equal(value, clone.Value));

    public static TheoryData<IEnumerable> Collections() => new(
        new byte[] { 1, 2, 3 }, new double[] { 1, double.MaxValue }, new[] { "a", null }, Array.Empty<int>(), new DayOfWeek[] { DayOfWeek.Friday },
        new List<object?> { 1, "a", null }, new Dictionary<string, object> { ["x"] = new[] { 1 } }, new Hashtable { ["x"] = 1 }, new ArrayList { 1, "b" },
        new HashSet<int> { 1, 2 }, new Queue<string>(["1", "2"]), new SortedDictionary<int, string> { [2] = "b", [1] = "a" }, new Collection<int> { 1, 2 },
        new Names { "n" }, new (int, string)[] { (1, "a") });

    [Theory]
    [MemberData(nameof(Collections), DisableDiscoveryEnumeration = true)]
    public void Clone_OfACollection_HasTheSameItems(IEnumerable collection) => Clone(new Holder("h") { Value = collection }, clone =>
    {
        Assert.IsType(collection.GetType(), clone.Value);
        Assert.Equal(collection.Cast<object>(), ((IEnumerable)clone.Value!).Cast<object>());
        Assert.True(!ReferenceEquals(collection, clone.Value) || !collection.Cast<object>().Any());
    });

    [Fact]
    public void Clone_CyclicReferences_KeepsCycle()
    {
        Order order = new() { Id = 1 };
        order.Next = new Order { Id = 2, Next = order };
        Clone(new Holder("h") { Value = new object[] { order, order } }, clone =>
        {
            object[] orders = (object[])clone.Value!;
            Assert.Same(orders[0], orders[1]);
            Assert.Same(orders[0], ((Order)orders[0]).Next!.Next);
            Assert.NotSame(order, orders[0]);
        });
    }

    [Fact]
    public void Clone_LongChain_NeedsNoDeepStack()
    {
        Order last = new();
        for (int i = 0; i < 200_000; i++)
        {
            last = new Order { Id = i, Next = last };
        }

        Clone(new Holder("h") { Value = last }, clone => Assert.Equal(last.Id, ((Order)clone.Value!).Id));
    }

    [Fact]
    public void Clone_DeepTree_NeedsNoDeepStack()
    {
        int count = 0;
        Activity inner = Code("inner", _trace);
        for (int i = 0; i < 1_000; i++)
        {
            inner = Sequence($"s{i}", inner);
        }

        using Run run = Run.Of(While("w", () => count++ < 2, inner));
        Assert.Equal(["inner", "inner"], _trace);
        Assert.Equal("Completed", run.Last);
    }

    [Fact]
    public void Clone_ReferenceToActivity_RefersToCloneOrOriginal()
    {
        CodeActivity outside = Code("outside", _trace);
        Holder inside = new("inside");
        Holder holder = new("h") { Value = new Activity[] { outside, inside } };
        Sequence("s", outside, new SequenceActivity("t").With(holder, inside));
        Clone((SequenceActivity)holder.Parent!, clone =>
        {
            Activity[] activities = (Activity[])((Holder)clone.Activities[0]).Value!;
            Assert.Same(outside, activities[0]);
            Assert.Same(clone.Activities[1], activities[1]);
            Assert.NotSame(inside, activities[1]);
        });
    }

    [Fact]
    public void Clone_HandlerInTree_CallsClone()
    {
        HashSet<object> targets = [];
        Counting counting = new("c", targets);
        int count = 0;
        using Run run = Run.Of(While("w", () => count++ < 2, counting));
        Assert.Equal(2, targets.Count);
        Assert.DoesNotContain(counting, targets);
    }

    [Fact]
    public void Clone_Condition_BelongsToClone()
    {
        int count = 0;
        IfElseBranchActivity branch = new IfElseBranchActivity("b") { Condition = new Asking() }.With(Code("c", _trace));
        using Run run = Run.Of(While("w", () => count++ < 2, new IfElseActivity("if").With(branch)));
        Assert.Equal(["c", "c"], _trace);
    }

    [Fact]
    public void Clone_ValueNotCloneable_NamesActivityAndMember()
    {
        using MemoryStream stream = new();
        foreach (object value in new object[] { stream, new object[] { new Plain() }, new int[1, 1], new WeakReference(stream), new Stack<int>() })
        {
            using Run run = Run.Of(While("w", () => true, Sequence("s", new Holder("h") { Value = value })));
            InvalidOperationException exception = Assert.IsType<InvalidOperationException>(run.Exception);
            Assert.StartsWith("'h' cannot be cloned: '", exception.Message, StringComparison.Ordinal);
            Assert.Equal("Terminated", run.Last);
        }

        using Run named = Run.Of(While("w", () => true, new Holder("h") { Value = stream }));
        Assert.Equal(
            $"'h' cannot be cloned: '{typeof(Holder)}.Value' holds a 'System.IO.MemoryStream'; mark its type as [Serializable], or the field as [NonSerialized].", named.Exception!.Message);
    }

    [Fact]
    public void Clone_InstanceOrDefinitionProperty_IsCopiedOrShared()
    {
        int[] definition = [1];
        Holder holder = new("h") { Property = definition };
        Clone(holder, clone => Assert.Same(definition, clone.Property));
        Holder running = new("h");
        using Run run = Run.Of(Sequence(
            "s",
            Code("set", (_, _) => running.Property = definition),
            Code("clone", (_, _) => _trace.Add($"{ReferenceEquals(((Holder)running.Clone()).Property, definition)}")),
            Code("bad", (_, _) => running.Property = new WeakReference(this)),
            Code("fails", (_, _) => running.Clone()),
            Off(running)));
        Assert.Equal(["False"], _trace);
        Assert.StartsWith("'h' cannot be cloned: 'Property' holds a 'System.WeakReference'", run.Exception!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Clone_BeforeTheWorkflowRuns_IsRefused() => Assert.Throws<InvalidOperationException>(() => new Holder("h").Clone());

    /// <summary>Clones a child while its parent runs, because an activity can only be cloned in a running workflow.</summary>
    private static void Clone<T>(T activity, Action<T> check)
        where T : Activity
    {
        Activity root = activity;
        while (root.Parent is { } parent)
        {
            root = parent;
        }

        using Run run = Run.Of(Sequence("all", Code("cloning", (_, _) => check((T)activity.Clone())), new Activity("end"), Off(root)));
        Assert.Null(run.Exception);
    }

    /// <summary>Contains an activity that is cloned but does not run.</summary>
    private static IfElseActivity Off(Activity activity) => new IfElseActivity("off").With(Branch("never", false, activity));

    [Serializable]
    public sealed class Order
    {
        public int Id { get; set; }

        public Order? Next { get; set; }

        public Dictionary<string, int> Lines { get; } = new(StringComparer.OrdinalIgnoreCase);
    }

    public enum BigFlags : ulong
    {
        Top = ulong.MaxValue,
    }

    [Serializable]
    private sealed class Names : List<string>;

    private sealed class Plain;

    private sealed class Holder(string name) : Activity(name)
    {
        public static readonly DependencyProperty PropertyProperty = DependencyProperty.Register("Property", typeof(object), typeof(Holder));

        public int Number { get; set; }

        public string? Text { get; set; }

        public object? Value { get; set; }

        public object? Property
        {
            get => GetValue(PropertyProperty);
            set => SetValue(PropertyProperty, value);
        }
    }

    private sealed class Counting : Activity
    {
        public static readonly DependencyProperty RanEvent = DependencyProperty.Register("Ran", typeof(EventHandler), typeof(Counting));

        [NonSerialized]
        private static HashSet<object>? s_targets;

        public Counting(string name, HashSet<object> targets)
            : base(name)
        {
            s_targets = targets;
            AddHandler(RanEvent, new EventHandler(OnRan));
        }

        protected override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
        {
            RaiseEvent(RanEvent, this, EventArgs.Empty);
            return ActivityExecutionStatus.Closed;
        }

        private void OnRan(object? sender, EventArgs e) => s_targets!.Add(this);
    }

    private sealed class Asking : ActivityCondition
    {
        public override bool Evaluate(Activity activity, IServiceProvider provider)
        {
            ArgumentNullException.ThrowIfNull(activity);
            return ReferenceEquals(ParentDependencyObject, activity);
        }
    }
}
