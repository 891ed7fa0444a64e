using System.Linq.Expressions;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Trees that are converted to activities. The activities compute the same values as the trees.</summary>
[Rule("20.5")]
public sealed class ConvertTests
{
    private readonly Variable<int> _number = new("number", 7);
    private readonly Variable<int?> _optional = new("optional");
    private readonly Variable<bool> _flag = new("flag", true);
    private readonly Variable<string> _text = new("text", "some text");
    private readonly Variable<int[]> _array = new("array", _ => new[] { 10, 20, 30 });
    private readonly Variable<int[,]> _grid = new("grid", _ => new[,] { { 1, 2 }, { 3, 4 } });
    private readonly Variable<Shape> _shape = new("shape", _ => new Shape { Total = 5, Corner = new Corner { X = 6 } });
    private readonly Variable<Dictionary<string, int>> _map = new("map", _ => new Dictionary<string, int> { ["key"] = 8 });
    private readonly Variable<Money> _money = new("money", _ => new Money(3));
    private readonly Variable<object> _object = new("object", _ => "an object");
    private readonly Variable<Func<int, int, int>> _adder = new("adder", _ => (left, right) => left + right);

    /// <summary>A scope with the variables. It moves from one root to the next, and keeps its variables.</summary>
    private readonly Sequence _scope = new();

    public ConvertTests() =>
        new List<Variable> { _number, _optional, _flag, _text, _array, _grid, _shape, _map, _money, _object, _adder }.ForEach(_scope.Variables.Add);

    [Fact]
    public void Variables_AreRead()
    {
        AssertSame<VariableValue<int>, int>(context => _number.Get(context));
        AssertSame<VariableValue<int>, int>(context => context.GetValue<int>((LocationReference)_number));
        AssertSame<VariableValue<object?>, object?>(context => ((Variable)_text).Get(context));
        AssertSame<Cast<object, string>, string>(context => (string)((Variable)_text).Get(context)!);
    }

    [Fact]
    public void Constants_AreLiterals()
    {
        AssertSame<Literal<int>, int>(_ => 5);
        AssertSame<Literal<string>, string>(_ => "text");
        AssertSame<Literal<DayOfWeek>, DayOfWeek>(_ => DayOfWeek.Friday);
        AssertSame<Literal<List<int>?>, List<int>?>(_ => null);
        AssertSame<Literal<int?>, int?>(Lambda<int?>(Expression.Constant(5, typeof(int?))));
        AssertSame<Literal<DateTime>, DateTime>(Lambda<DateTime>(Expression.Default(typeof(DateTime))));
        AssertSame<Literal<string?>, string?>(_ => default);
    }

    [Fact]
    public void Arithmetic_CheckedOrUnchecked_KeepsTheSetting()
    {
        Assert.True(AssertSame<Add<int, int, int>, int>(context => checked(_number.Get(context) + 1)).Checked);
        Assert.False(AssertSame<Add<int, int, int>, int>(context => unchecked(_number.Get(context) + int.MaxValue)).Checked);
        Assert.True(AssertSame<Subtract<int, int, int>, int>(context => checked(1 - _number.Get(context))).Checked);
        Assert.False(AssertSame<Subtract<int, int, int>, int>(context => unchecked(int.MinValue - _number.Get(context))).Checked);
        Assert.True(AssertSame<Multiply<int, int, int>, int>(context => checked(_number.Get(context) * 2)).Checked);
        Assert.False(AssertSame<Multiply<int, int, int>, int>(context => unchecked(_number.Get(context) * int.MaxValue)).Checked);
        AssertSame<Divide<int, int, int>, int>(context => _number.Get(context) / 2);
        AssertSame<Add<Money, Money, Money>, Money>(context => _money.Get(context) + _money.Get(context));
        AssertSame<Add<int?, int?, int?>, int?>(context => _optional.Get(context) + 1);
    }

    [Fact]
    public void Comparisons_AreConverted()
    {
        AssertSame<LessThan<int, int, bool>, bool>(context => _number.Get(context) < 7);
        AssertSame<LessThanOrEqual<int, int, bool>, bool>(context => _number.Get(context) <= 7);
        AssertSame<GreaterThan<int, int, bool>, bool>(context => _number.Get(context) > 7);
        AssertSame<GreaterThanOrEqual<int, int, bool>, bool>(context => _number.Get(context) >= 7);
        AssertSame<Equal<int, int, bool>, bool>(context => _number.Get(context) == 7);
        AssertSame<NotEqual<string, string, bool>, bool>(context => _text.Get(context) != "some text");
        AssertSame<Equal<int?, int?, bool>, bool>(context => _optional.Get(context) == null);
        AssertSame<NotEqual<Shape, object, bool>, bool>(context => _shape.Get(context) != null);
        AssertSame<GreaterThan<Money, Money, bool>, bool>(context => _money.Get(context) > new Money(2));
    }

    [Fact]
    public void Logic_IsConverted()
    {
        AssertSame<And<bool, bool, bool>, bool>(context => _flag.Get(context) & _number.Get(context) > 1);
        AssertSame<Or<int, int, int>, int>(context => _number.Get(context) | 8);
        AssertSame<AndAlso, bool>(context => _text.Get(context) != null && _text.Get(context).Length > 100);
        AssertSame<OrElse, bool>(context => _flag.Get(context) || _text.Get(context).Length > 100);
        AssertSame<Not<bool, bool>, bool>(context => !_flag.Get(context));
        AssertSame<Not<int, int>, int>(context => ~_number.Get(context));
    }

    [Fact]
    public void Conversions_AreCastsAndTries()
    {
        Assert.True(AssertSame<Cast<int, byte>, byte>(context => checked((byte)_number.Get(context))).Checked);
        Assert.False(AssertSame<Cast<int, byte>, byte>(context => unchecked((byte)(_number.Get(context)))).Checked);
        AssertSame<Cast<int, long>, long>(context => _number.Get(context));
        AssertSame<Cast<int, object>, object>(context => _number.Get(context));
        AssertSame<Cast<Money, decimal>, decimal>(context => (decimal)_money.Get(context));
        AssertSame<As<object, string?>, string?>(context => _object.Get(context) as string);
        AssertSame<As<object, int?>, int?>(context => _object.Get(context) as int?);
        AssertSame<Cast<string, object>, object>(Lambda<object>(Expression.Constant("text")));
    }

    [Fact]
    public void Operators_WithAMethod_AreCalls()
    {
        AssertSame<InvokeMethod<string>, string>(context => _text.Get(context) + "!");
        AssertSame<InvokeMethod<decimal>, decimal>(context => (decimal)_money.Get(context) % 2m);
        AssertSame<InvokeMethod<decimal>, decimal>(context => -(decimal)_money.Get(context));
    }

    [Fact]
    public void Members_AreRead()
    {
        AssertSame<PropertyValue<string, int>, int>(context => _text.Get(context).Length);
        AssertSame<PropertyValue<int[], int>, int>(context => _array.Get(context).Length);
        AssertSame<PropertyValue<Shape, int>, int>(context => _shape.Get(context).Total);
        AssertSame<PropertyValue<Corner, int>, int>(context => _shape.Get(context).Corner.X);
        AssertSame<FieldValue<Shape, int>, int>(context => _shape.Get(context).Field);
        AssertSame<PropertyValue<int?, bool>, bool>(context => _optional.Get(context).HasValue);
        AssertSame<FieldValue<string, string>, string>(_ => string.Empty);
        AssertSame<PropertyValue<TimeProvider, TimeProvider>, TimeProvider>(_ => TimeProvider.System);
    }

    [Fact]
    public void Elements_AreRead()
    {
        AssertSame<ArrayItemValue<int>, int>(context => _array.Get(context)[1]);
        AssertSame<ArrayItemValue<int>, int>(context => _array.Get(context)[_number.Get(context) - 5L]);
        AssertSame<InvokeMethod<int>, int>(context => _grid.Get(context)[1, 0]);
        AssertSame<InvokeMethod<int>, int>(context => _map.Get(context)["key"]);
        Expression array = Body(context => _array.Get(context));
        AssertSame<ArrayItemValue<int>, int>(Lambda<int>(Expression.ArrayAccess(array, Expression.Constant(2))));
        AssertSame<InvokeMethod<int>, int>(
            Lambda<int>(Expression.ArrayAccess(Body(context => _grid.Get(context)), Expression.Constant(0), Expression.Constant(1))));
        AssertSame<InvokeMethod<int>, int>(Lambda<int>(
            Expression.Property(Body(context => _map.Get(context)), typeof(Dictionary<string, int>).GetProperty("Item")!, Expression.Constant("key"))));
    }

    [Fact]
    public void Calls_AreConverted()
    {
        AssertSame<InvokeMethod<string>, string>(context => _text.Get(context).Substring(2, 3));
        AssertSame<InvokeMethod<int>, int>(context => Math.Max(_number.Get(context), 3));
        AssertSame<InvokeMethod<string>, string>(context => _number.Get(context).ToString(System.Globalization.CultureInfo.InvariantCulture));
        AssertSame<InvokeMethod<string?>, string?>(context => _object.Get(context).ToString());
        AssertSame<InvokeMethod<bool>, bool>(context => Enumerable.Contains(_array.Get(context), 20));
        AssertSame<InvokeMethod<int[]>, int[]>(_ => Array.Empty<int>());
        AssertSame<InvokeMethod<string>, string>(context => string.Concat(_number.Get(context), _text.Get(context)));
        AssertSame<InvokeMethod<string>, string>(context => string.Concat(new object[] { _number.Get(context), 1, _text.Get(context), 'c' }));
        AssertSame<InvokeMethod<string>, string>(context => string.Join(',', new string[] { _text.Get(context), "x" }));
    }

    [Fact]
    public void Creations_AreConverted()
    {
        AssertSame<New<DateTime>, DateTime>(context => new DateTime(2030, 1, _number.Get(context)));
        AssertSame<New<string>, string>(context => new string('a', _number.Get(context)));
        AssertSame<New<Money>, Money>(Lambda<Money>(Expression.New(typeof(Money))));
        AssertSame<NewArray<int[]>, int[]>(context => new int[_number.Get(context)]);
        AssertSame<NewArray<string[,]>, string[,]>(context => new string[1, _number.Get(context)]);
        AssertSame<InvokeMethod<int>, int>(context => Tuple.Create(_number.Get(context), _text.Get(context)).GetHashCode());
    }

    [Theory, Lanes]
    public void Arguments_AreReadByTheNameOfTheirProperty(Lane lane)
    {
        Doubling doubling = new();
        Assert.Equal(42, Runner.Run(doubling, lane, new Dictionary<string, object?> { ["Input"] = 21 }).Outputs["Output"]);
    }

    [Theory, Lanes]
    public void DelegateArguments_AreRead(Lane lane)
    {
        Log log = new();
        DelegateInArgument<int> item = new("item");
        ForEach<int> loop = new()
        {
            Values = new InArgument<IEnumerable<int>>(_ => new[] { 1, 2 }),
            Body = new ActivityAction<int>
            {
                Argument = item,
                Handler = new Show<int>(log, new InArgument<int>(ExpressionServices.Convert(context => item.Get(context) * 10))),
            },
        };
        Runner.Run(loop, lane).AssertCompleted(ActivityInstanceState.Closed);
        log.AssertIs("10", "20");
    }

    [Fact]
    public void Calls_OfDelegates_AreCallsOfInvoke()
    {
        InvokeMethod<int> call = AssertSame<InvokeMethod<int>, int>(context => _adder.Get(context)(_number.Get(context), 2));
        Assert.Equal(("Invoke", typeof(Func<int, int, int>)), (call.MethodName, call.TargetObject!.ArgumentType));
        AssertSame<InvokeMethod<int>, int>(context => _adder.Get(context).Invoke(1, 2));
        Expression<Func<int, int>> inlined = value => value;
        Assert.False(ExpressionServices.TryConvert(Lambda<int>(Expression.Invoke(inlined, Expression.Constant(1))), out _));
    }

    [Fact]
    public void Tree_Null_IsRefused()
    {
        Assert.Throws<ArgumentNullException>(() => ExpressionServices.Convert<int>(null!));
        Assert.False(ExpressionServices.TryConvert(null, out Activity<int>? result));
        Assert.Null(result);
    }

    /// <summary>Asserts that a tree is converted to an activity of the given class, and that the activity yields the same value as the compiled tree.</summary>
    private TActivity AssertSame<TActivity, T>(Expression<Func<ActivityContext, T>> tree)
        where TActivity : Activity<T>
    {
        TActivity converted = Assert.IsType<TActivity>(ExpressionServices.Convert(tree));
        Assert.True(ExpressionServices.TryConvert(tree, out Activity<T>? again));
        Assert.IsType<TActivity>(again);
        Take<T> expected = new() { Value = new InArgument<T>(tree.Compile()) };
        Take<T> actual = new() { Value = converted };
        Take<T> actualAgain = new() { Value = again };
        _scope.Activities.Clear();
        Array.ForEach<Activity>([expected, actual, actualAgain], _scope.Activities.Add);
        Runner.Run(new Sequence { Activities = { _scope } }, Lane.Fast).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal([expected.Taken[0], expected.Taken[0]], [.. actual.Taken, .. actualAgain.Taken]);
        return converted;
    }

    /// <summary>Returns the body of a tree, rewritten to the context that <see cref="Lambda{T}"/> declares.</summary>
    private static Expression Body<T>(Expression<Func<ActivityContext, T>> tree) => new Rename(tree.Parameters[0]).Visit(tree.Body);

    private static Expression<Func<ActivityContext, T>> Lambda<T>(Expression body) => Expression.Lambda<Func<ActivityContext, T>>(body, Rename.Context);

    private sealed class Rename(ParameterExpression old) : ExpressionVisitor
    {
        public static readonly ParameterExpression Context = Expression.Parameter(typeof(ActivityContext), "context");

        protected override Expression VisitParameter(ParameterExpression node) => node == old ? Context : node;
    }

    private sealed class Doubling : Activity
    {
        public Doubling() => Implementation = () => new Assign<int>
        {
            To = new OutArgument<int>(ExpressionServices.ConvertReference(context => Output.Get(context))),
            Value = new InArgument<int>(ExpressionServices.Convert(context => Input.Get(context) + context.GetValue(Input))),
        };

        public InArgument<int> Input { get; set; } = null!;

        public OutArgument<int> Output { get; set; } = null!;
    }
}
