using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

/// <summary>Tests of the behavior that the two equality operators share. Each operator returns the opposite of the other one.</summary>
public abstract class EqualityTests : ExpressionTests<bool>
{
    /// <summary>The result of the operator for equal values.</summary>
    protected abstract bool WhenEqual { get; }

    private protected abstract BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>();

    protected override bool Expected => WhenEqual;

    protected override Activity<bool> Sample()
    {
        BinaryOperator<int, int, bool> activity = Create<int, int, bool>();
        activity.Left = 2;
        activity.Right = 2;
        return activity;
    }

    [Fact]
    [Rule("20.1")]
    public void Values_AreComparedByTheirOperator()
    {
        AssertDiffer(1, 2);
        AssertDiffer(true, false);
        AssertDiffer('a', 'b');
        AssertDiffer(1.5m, 2.5m);
        AssertDiffer(DayOfWeek.Monday, DayOfWeek.Friday);
        AssertDiffer(new Money(1), new Money(2));
        AssertDiffer("text", "other");
        Assert.Equal(WhenEqual, Evaluate.Value(Create<string, string, bool>(), "text", new string("text".ToCharArray())));
        Assert.Equal(!WhenEqual, Evaluate.Value(Create<double, double, bool>(), double.NaN, double.NaN));
    }

    [Fact]
    [Rule("20.2")]
    public void Null_Compared_EqualsOnlyNull()
    {
        AssertDiffer<int?>(null, 1);
        AssertDiffer<bool?>(null, false);
        AssertDiffer<DayOfWeek?>(null, DayOfWeek.Sunday);
        AssertDiffer<Money?>(null, default(Money));
        AssertDiffer<string?>(null, string.Empty);
        AssertDiffer<object?>(null, new object());
    }

    [Fact]
    [Rule("20.2")]
    public void Objects_WithoutOperator_AreComparedByReference()
    {
        List<int> list = [1];
        AssertDiffer<List<int>>(list, [1]);
        Assert.Equal(WhenEqual, Evaluate.Value(Create<object, List<int>, bool>(), list, list));
        Assert.Equal(!WhenEqual, Evaluate.Value(Create<object, object, bool>(), 5, 5));
    }

    [Fact]
    [Rule("20.1")]
    public void Values_WithoutTheOperator_AreInvalid()
    {
        Evaluate.AssertUndefined(Create<Plain, Plain, bool>());
        Evaluate.AssertUndefined(Create<Plain?, Plain?, bool>());
        Evaluate.AssertUndefined(Create<int, long, bool>());
        Evaluate.AssertUndefined(Create<int?, int, bool>());
        Evaluate.AssertUndefined(Create<object, int, bool>());
        Evaluate.AssertUndefined(Create<string, List<int>, bool>());
        Evaluate.AssertUndefined(Create<DayOfWeek, int, bool>());
        Evaluate.AssertUndefined(Create<int?, int?, bool?>(), "'System.Boolean'", "yields");
    }

    [Fact]
    [Rule("12.4")]
    public void Operands_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(Create<int, int, bool>(), "'Left'", "'Right'");

    private void AssertDiffer<T>(T left, T right) => Assert.Equal(
        (WhenEqual, WhenEqual, !WhenEqual, !WhenEqual),
        (Evaluate.Value(Create<T, T, bool>(), left, left),
            Evaluate.Value(Create<T, T, bool>(), right, right),
            Evaluate.Value(Create<T, T, bool>(), left, right),
            Evaluate.Value(Create<T, T, bool>(), right, left)));
}
