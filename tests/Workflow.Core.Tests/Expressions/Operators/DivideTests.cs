using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class DivideTests : ArithmeticTests
{
    protected override int Expected => -3;

    protected override Type Failure => typeof(DivideByZeroException);

    protected override Activity<int> Sample() => new Divide<int, int, int> { Left = -7, Right = 2 };

    protected override Activity<int> Failing() => new Divide<int, int, int> { Left = 7, Right = 0 };

    private protected override BinaryOperator<T, T, T> Create<T>() => new Divide<T, T, T>();

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Divide<TLeft, TRight, TResult>();

    [Fact]
    [Rule("20.1")]
    public void Values_AreDivided()
    {
        Assert.Equal(2u, Evaluate.Value(Create<uint>(), 7u, 3u));
        Assert.Equal(3.5m, Evaluate.Value(Create<decimal>(), 7m, 2m));
        Assert.Equal(new Money(3.5m), Evaluate.Value(Create<Money, int, Money>(), new Money(7), 2));
    }

    [Fact]
    [Rule("20.3")]
    public void Zero_AsTheDivisor_ThrowsForIntegersAndDecimals()
    {
        Evaluate.Fault<DivideByZeroException>(Create<long>().Of(1L, 0L));
        Evaluate.Fault<DivideByZeroException>(Create<int?>().Of(1, 0));
        Evaluate.Fault<DivideByZeroException>(Create<decimal>().Of(1m, 0m));
        Assert.Null(Evaluate.Value(Create<int?>(), null, 0));
    }

    [Fact]
    [Rule("20.3")]
    public void Zero_AsTheDivisorOfFloatingPoint_GivesInfinity()
    {
        Assert.Equal(double.PositiveInfinity, Evaluate.Value(Create<double>(), 1.0, 0.0));
        Assert.Equal(float.NegativeInfinity, Evaluate.Value(Create<float>(), -1f, 0f));
        Assert.Equal(double.NaN, Evaluate.Value(Create<double>(), 0.0, 0.0));
    }

    [Fact]
    [Rule("20.3")]
    public void SmallestValue_ByMinusOne_Overflows()
    {
        Evaluate.Fault<OverflowException>(Create<int>().Of(int.MinValue, -1));
        Evaluate.Fault<OverflowException>(Create<long>().Of(long.MinValue, -1L));
    }
}
