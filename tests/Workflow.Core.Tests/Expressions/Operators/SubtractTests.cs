using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class SubtractTests : ArithmeticTests
{
    protected override int Expected => -1;

    protected override Type Failure => typeof(OverflowException);

    protected override Activity<int> Sample() => new Subtract<int, int, int> { Left = 2, Right = 3 };

    protected override Activity<int> Failing() => new Subtract<int, int, int> { Left = int.MinValue, Right = 1 };

    private protected override BinaryOperator<T, T, T> Create<T>() => new Subtract<T, T, T>();

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Subtract<TLeft, TRight, TResult>();

    [Fact]
    [Rule("20.1")]
    public void Values_AreSubtracted()
    {
        Assert.Equal((short)-1, Evaluate.Value(Create<short>(), (short)2, (short)3));
        Assert.Equal(1.5, Evaluate.Value(Create<double>(), 3.5, 2.0));
        Assert.Equal(new Money(1), Evaluate.Value(Create<Money>(), new Money(3), new Money(2)));
        DateTime day = new(2030, 1, 2);
        Assert.Equal(TimeSpan.FromDays(1), Evaluate.Value(Create<DateTime, DateTime, TimeSpan>(), day, day.AddDays(-1)));
        Assert.Equal(day.AddDays(-1), Evaluate.Value(Create<DateTime, TimeSpan, DateTime>(), day, TimeSpan.FromDays(1)));
    }

    [Fact]
    [Rule("20.1")]
    public void Overflow_Unchecked_LosesTheHighBits()
    {
        Assert.True(new Subtract<int, int, int>().Checked);
        Assert.Equal(int.MaxValue, Evaluate.Value(new Subtract<int, int, int> { Checked = false }, int.MinValue, 1));
        Assert.Equal(uint.MaxValue, Evaluate.Value(new Subtract<uint, uint, uint> { Checked = false }, 0u, 1u));
        Evaluate.Fault<OverflowException>(Create<uint>().Of(0u, 1u));
    }
}
