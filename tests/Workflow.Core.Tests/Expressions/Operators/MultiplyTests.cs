using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class MultiplyTests : ArithmeticTests
{
    protected override int Expected => 6;

    protected override Type Failure => typeof(OverflowException);

    protected override Activity<int> Sample() => new Multiply<int, int, int> { Left = 2, Right = 3 };

    protected override Activity<int> Failing() => new Multiply<int, int, int> { Left = int.MinValue, Right = -1 };

    private protected override BinaryOperator<T, T, T> Create<T>() => new Multiply<T, T, T>();

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Multiply<TLeft, TRight, TResult>();

    [Fact]
    [Rule("20.1")]
    public void Values_AreMultiplied()
    {
        Assert.Equal((ushort)6, Evaluate.Value(Create<ushort>(), (ushort)2, (ushort)3));
        Assert.Equal(7.5m, Evaluate.Value(Create<decimal>(), 2.5m, 3m));
        Assert.Equal(new Money(6), Evaluate.Value(Create<Money, int, Money>(), new Money(2), 3));
        Assert.Equal(6, Evaluate.Value(Create<int?>(), 2, 3));
    }

    [Fact]
    [Rule("20.1")]
    public void Overflow_Unchecked_LosesTheHighBits()
    {
        Assert.True(new Multiply<int, int, int>().Checked);
        Assert.Equal(-2, Evaluate.Value(new Multiply<int, int, int> { Checked = false }, int.MaxValue, 2));
        Assert.Equal((short)0, Evaluate.Value(new Multiply<short, short, short> { Checked = false }, (short)256, (short)256));
        Evaluate.Fault<OverflowException>(Create<short>().Of((short)256, (short)256));
    }
}
