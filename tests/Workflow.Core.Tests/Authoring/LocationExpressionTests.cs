using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>Expression trees that name a location, to which a lambda can bind an out argument.</summary>
[Rule("4.3")]
public sealed class LocationExpressionTests
{
    private readonly Log _log = new();
    private readonly Order _order = new();
    private readonly int[] _items = [10, 20, 30];
    private readonly int[,] _grid = new int[2, 2];
    private readonly List<int> _list = [1, 2, 3];
    private readonly Dictionary<string, int> _map = [];
    private readonly Pair[] _pairs = [new Pair { Left = 1 }, default];

    private static int StaticProperty { get; set; }

    [Theory, Lanes]
    public void Variable_ByItsGet_IsALocation(Lane lane)
    {
        Variable<int> place = new("place", 1);
        Runner.Run(new Sequence { Variables = { place }, Activities = { Writing(context => place.Get(context)), new Show<int>(_log, place) } }, lane);
        _log.AssertIs("99");
    }

    [Theory, Lanes]
    public void Variable_ByTheContextsGetValue_IsALocation(Lane lane)
    {
        Variable<int> place = new("place", 1);
        Runner.Run(
            new Sequence
            {
                Variables = { place },
                Activities = { Writing(context => context.GetValue<int>((LocationReference)place)), new Show<int>(_log, place) }
            },
            lane);
        _log.AssertIs("99");
    }

    [Theory, Lanes]
    public void Argument_OfTheEnclosingActivity_IsALocation(Lane lane)
    {
        Composite composite = null!;
        composite = new Composite("composite", () => Writing(context => composite.Output!.Get(context))) { Output = new OutArgument<int>() };
        Assert.Equal(99, Runner.Run(composite, lane).Outputs["Output"]);
    }

    [Theory, Lanes]
    public void DelegateArgument_ByItsGet_IsALocation(Lane lane)
    {
        DelegateInArgument<int> item = new();
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Sequence { Activities = { Writing(context => item.Get(context)), new Show<int>(_log, item) } },
            },
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("99", "99");
    }

    [Fact]
    public void FieldsPropertiesAndElements_AreLocations()
    {
        AssertWritten(_ => _order.Field, () => _order.Field);
        AssertWritten(_ => _order.Total, () => _order.Total);
        AssertWritten(_ => _order.Part.Total, () => _order.Part.Total);
        AssertWritten(_ => Statics.Field, () => Statics.Field);
        AssertWritten(_ => StaticProperty, () => StaticProperty);
        AssertWritten(_ => _items[1], () => _items[1]);
        AssertWritten(_ => _grid[1, 0], () => _grid[1, 0]);
        AssertWritten(_ => _list[2], () => _list[2]);
        AssertWritten(_ => _map["key"], () => _map["key"]);
        AssertWritten(_ => _order["a", 1], () => _order["a", 1]);
    }

    [Fact]
    public void CapturedLocal_IsALocation()
    {
        int local = 0;
        AssertWritten(_ => local, () => local);
    }

    [Theory, Lanes]
    public void PropertyOfAVariablesValue_IsALocation(Lane lane)
    {
        Variable<Order> order = new("order", _ => _order);
        Runner.Run(new Sequence { Variables = { order }, Activities = { Writing(context => order.Get(context).Total) } }, lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(99, _order.Total);
    }

    [Theory, Lanes]
    public void Operands_AreEvaluatedOnceBeforeTheBody(Lane lane)
    {
        Variable<int> index = new("index", 1);
        Put<int> put = new(5, 6) { To = new OutArgument<int>(context => _items[index.Get(context)]) };
        put.OnWritten = _ => _log.Add(string.Join(' ', _items));
        Runner.Run(new Sequence { Variables = { index }, Activities = { put } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("10 5 30", "10 6 30");
    }

    [Theory, Lanes]
    public void InOutArgument_OnAnElement_ReadsAndWritesIt(Lane lane)
    {
        Increment increment = new() { Place = new InOutArgument<int>(_ => _items[2]) };
        Runner.Run(increment, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([10, 20, 31], _items);
    }

    [Theory, Lanes]
    public void LambdaReference_AsAnActivity_YieldsTheLocation(Lane lane)
    {
        Ended ended = Runner.Run(new LambdaReference<int>(_ => _items[0]), lane);
        Location<int> place = Assert.IsAssignableFrom<Location<int>>(ended.Outputs["Result"]);
        place.Value = 77;
        Assert.Equal(77, _items[0]);
    }

    [Fact]
    public void Element_OutOfRange_FaultsWhenItIsWritten() =>
        Assert.Throws<IndexOutOfRangeException>(() => WorkflowInvoker.Invoke(Writing(_ => _items[7])));

    [Fact]
    public void Expression_WithoutALocation_IsAnError()
    {
        Variable<int> place = new("place");
        AssertNoPlace(_ => 5);
        AssertNoPlace(context => place.Get(context) + 1);
        AssertNoPlace(_ => Compute());
        AssertNoPlace(_ => _order.ReadOnly);
        AssertNoPlace(_ => _order.Fixed);
        AssertNoPlace(_ => Order.Constant);
        AssertNoPlace(_ => _order.Pair.Left);
        AssertNoPlace(_ => _pairs[1].Left);
        AssertNoPlace(_ => _list.Count);
        AssertNoPlace(_ => "text"[0]);
    }

    [Fact]
    public void LambdaReference_WithoutTree_IsRefused() => Assert.Throws<ArgumentNullException>(() => new LambdaReference<int>(null!));

    private static int Compute() => 5;

    private static Put<int> Writing(Expression<Func<ActivityContext, int>> place) => new(99) { To = new OutArgument<int>(place) };

    private static void AssertNoPlace(Expression<Func<ActivityContext, int>> place) => Definitions.AssertInvalid(Writing(place), "does not name a location");

    private static void AssertWritten(Expression<Func<ActivityContext, int>> place, Func<int> read)
    {
        WorkflowInvoker.Invoke(Writing(place));
        Assert.Equal(99, read());
    }

    private static class Statics
    {
        public static int Field = 1;
    }

    private struct Pair
    {
        public int Left;
    }

    private sealed class Order
    {
        public const int Constant = 1;

        public readonly int Fixed = 2;

        public int Field = 1;

        private readonly Dictionary<(string, int), int> _cells = [];

        public int Total { get; set; }

        public int ReadOnly => Fixed;

        public Pair Pair { get; set; }

        public Order Part => this;

        public int this[string row, int column]
        {
            get => _cells[(row, column)];
            set => _cells[(row, column)] = value;
        }
    }

    private sealed class Increment : CodeActivity
    {
        public InOutArgument<int> Place { get; set; } = null!;

        protected override void Execute(CodeActivityContext context) => Place.Set(context, Place.Get(context) + 1);
    }
}
