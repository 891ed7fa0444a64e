using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Trees that name locations.</summary>
[Rule("20.5")]
public sealed class ConvertReferenceTests
{
    private readonly Variable<int> _number = new("number", 1);
    private readonly Variable<int> _index = new("index", 1);
    private readonly Variable<int[]> _array = new("array", _ => new[] { 1, 1 });
    private readonly Variable<int[,]> _grid = new("grid", _ => new[,] { { 1, 1 }, { 1, 1 } });
    private readonly Variable<Shape> _shape = new("shape", _ => new Shape());
    private readonly Variable<Corner> _corner = new("corner", _ => new Corner());
    private readonly Variable<List<int>> _list = new("list", _ => new List<int> { 1, 1 });

    /// <summary>A scope with the variables. It moves from one root to the next, and keeps its variables.</summary>
    private readonly Sequence _scope = new();

    public ConvertReferenceTests() => new List<Variable> { _number, _index, _array, _grid, _shape, _corner, _list }.ForEach(_scope.Variables.Add);

    [Fact]
    public void Locations_Converted_AreWritten()
    {
        AssertWritten<VariableReference<int>>(context => _number.Get(context));
        AssertWritten<VariableReference<int>>(context => context.GetValue<int>((LocationReference)_number));
        AssertWritten<FieldReference<Shape, int>>(context => _shape.Get(context).Field);
        AssertWritten<PropertyReference<Shape, int>>(context => _shape.Get(context).Total);
        AssertWritten<FieldReference<Shape, int>>(_ => Shape.SharedField);
        AssertWritten<PropertyReference<Corner, int>>(_ => Corner.Shared);
        AssertWritten<ValueTypeFieldReference<Corner, int>>(context => _corner.Get(context).Field);
        AssertWritten<ValueTypePropertyReference<Corner, int>>(context => _corner.Get(context).X);
        AssertWritten<ValueTypePropertyReference<Corner, int>>(context => _shape.Get(context).Corner.X);
        AssertWritten<ValueTypePropertyReference<Inner, int>>(context => _shape.Get(context).Corner.Inner.Depth);
        AssertWritten<ValueTypeIndexerReference<Corner, int>>(context => _corner.Get(context)[3]);
        AssertWritten<ArrayItemReference<int>>(context => _array.Get(context)[_index.Get(context)]);
        AssertWritten<MultidimensionalArrayItemReference<int>>(context => _grid.Get(context)[_index.Get(context), 0]);
        AssertWritten<IndexerReference<List<int>, int>>(context => _list.Get(context)[_index.Get(context)]);
        AssertWritten<IndexerReference<Shape, int>>(context => _shape.Get(context)["row", _index.Get(context)]);
    }

    [Fact]
    public void Locations_OfIndexNodes_AreWritten()
    {
        AssertWritten<ArrayItemReference<int>>(Index(context => _array.Get(context), (array, index) => Expression.ArrayAccess(array, index)));
        AssertWritten<MultidimensionalArrayItemReference<int>>(
            Index(context => _grid.Get(context), (grid, index) => Expression.ArrayAccess(grid, index, index)));
        AssertWritten<IndexerReference<List<int>, int>>(Index(
            context => _list.Get(context), (list, index) => Expression.Property(list, typeof(List<int>).GetProperty("Item")!, index)));
    }

    [Theory, Lanes]
    public void DelegateArgument_Converted_IsALocation(Lane lane)
    {
        Log log = new();
        DelegateInArgument<int> item = new("item");
        Assign<int> assign = new() { To = new OutArgument<int>(ExpressionServices.ConvertReference(context => item.Get(context))), Value = 5 };
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1 }),
            Body = new ActivityAction<int> { Argument = item, Handler = new Sequence { Activities = { assign, new Show<int>(log, item) } } },
        };
        Assert.IsType<DelegateArgumentReference<int>>(assign.To.Expression);
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        log.AssertIs("5");
    }

    [Theory, Lanes]
    public void RefParameter_OfAConvertedCall_IsWritten(Lane lane)
    {
        Expression<Func<ActivityContext, int>> element = context => _array.Get(context)[0];
        Expression<Func<ActivityContext, int>> tree = Expression.Lambda<Func<ActivityContext, int>>(
            Expression.Call(typeof(Interlocked), nameof(Interlocked.Add), null, element.Body, Expression.Constant(4)), element.Parameters);
        Take<int> take = new() { Value = ExpressionServices.Convert(tree) };
        Take<int> after = new() { Value = new InArgument<int>(context => _array.Get(context)[0]) };
        Runner.Run(new Sequence { Variables = { _array }, Activities = { take, after } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal((5, 5), (take.Taken[0], after.Taken[0]));
    }

    [Fact]
    public void Node_WithoutALocation_IsNamed()
    {
        int local = 1;
        AssertRefused(_ => 5, "'Constant'");
        AssertRefused(context => _number.Get(context) + 1, "'Add");
        AssertRefused(context => Math.Abs(_number.Get(context)), "'Call'");
        AssertRefused(context => _shape.Get(context).ReadOnly, "'ReadOnly'", "written");
        AssertRefused(context => _shape.Get(context).Fixed, "'Fixed'", "written");
        AssertRefused(context => _shape.Get(context).PrivatelySet, "'PrivatelySet'", "written");
        AssertRefused(context => _shape.Get(context).Hidden, "'Hidden'", "public");
        AssertRefused(context => _list.Get(context).Count, "'Count'", "written");
        AssertRefused(context => new Corner().X, "'New'");
        AssertRefused(context => _array.Get(context)[_index.Get(context) % 2], "'Modulo'");
        AssertRefused(context => _list.Get(context)[_index.Get(context) % 2], "'Modulo'");
        AssertRefused(context => _grid.Get(context)[_index.Get(context) % 2, 0], "'Modulo'");
        AssertRefused(context => (_shape.Get(context) ?? new Shape()).Total, "'Coalesce'");
        AssertRefused(_ => local, "local");
        AssertRefused(_ => "text"[0], "indexer");
        AssertRefused(context => ((Variable)_number).Get(context)!, "Object");
        Assert.Throws<ArgumentNullException>(() => ExpressionServices.ConvertReference<int>(null!));
        Assert.False(ExpressionServices.TryConvertReference(null, out Activity<Location<int>>? result));
        Assert.Null(result);
    }

    [Fact]
    public void Location_OfABaseType_IsRefused()
    {
        Variable<string> text = new("text");
        Expression<Func<ActivityContext, string>> place = context => text.Get(context);
        Expression<Func<ActivityContext, object>> tree = Expression.Lambda<Func<ActivityContext, object>>(place.Body, place.Parameters);
        AssertRefused(tree, "'System.String'", "'System.Object'");
    }

    private static Expression<Func<ActivityContext, int>> Index<T>(
        Expression<Func<ActivityContext, T>> owner,
        Func<Expression, Expression, Expression> index) =>
        Expression.Lambda<Func<ActivityContext, int>>(index(owner.Body, Expression.Constant(1)), owner.Parameters);

    private static void AssertRefused<T>(Expression<Func<ActivityContext, T>> tree, params string[] texts)
    {
        if (!ExpressionServices.TryConvertReference(tree, out Activity<Location<T>>? result))
        {
            Assert.Null(result);
            NotSupportedException refusal = Assert.Throws<NotSupportedException>(() => ExpressionServices.ConvertReference(tree));
            Assert.All(texts, text => Assert.Contains(text, refusal.Message, StringComparison.Ordinal));
            return;
        }

        // A location that is read as an object is converted as a location of objects; the check of the definition refuses it.
        Definitions.AssertInvalid(new Assign<T> { To = new OutArgument<T>(result), Value = new InArgument<T>(_ => default!) }, texts);
    }

    private void AssertWritten<TActivity>(Expression<Func<ActivityContext, int>> tree)
        where TActivity : Activity<Location<int>>
    {
        Activity<Location<int>> converted = Assert.IsType<TActivity>(ExpressionServices.ConvertReference(tree));
        Take<int> take = new() { Value = new InArgument<int>(tree.Compile()) };
        _scope.Activities.Clear();
        Array.ForEach<Activity>([new Assign<int> { To = new OutArgument<int>(converted), Value = 99 }, take], _scope.Activities.Add);
        Runner.Run(new Sequence { Activities = { _scope } }, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([99], take.Taken);
    }
}
