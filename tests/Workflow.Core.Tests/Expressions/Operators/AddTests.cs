using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class AddTests : ArithmeticTests
{
    protected override int Expected => 5;

    protected override Type Failure => typeof(OverflowException);

    protected override Activity<int> Sample() => new Add<int, int, int> { Left = 2, Right = 3 };

    protected override Activity<int> Failing() => new Add<int, int, int> { Left = int.MaxValue, Right = 1 };

    private protected override BinaryOperator<T, T, T> Create<T>() => new Add<T, T, T>();

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Add<TLeft, TRight, TResult>();

    [Fact]
    [Rule("20.1")]
    public void Values_OfNumbers_AreAdded()
    {
        Assert.Equal((short)5, Evaluate.Value(Create<short>(), (short)2, (short)3));
        Assert.Equal(5UL, Evaluate.Value(Create<ulong>(), 2UL, 3UL));
        Assert.Equal(5.5f, Evaluate.Value(Create<float>(), 2f, 3.5f));
        Assert.Equal(5.5m, Evaluate.Value(Create<decimal>(), 2m, 3.5m));
        Assert.Equal(5, Evaluate.Value(Create<int?>(), 2, 3));
    }

    [Fact]
    [Rule("20.1")]
    public void Values_WithAUserDefinedOperator_UseIt()
    {
        Assert.Equal(new Money(5), Evaluate.Value(Create<Money>(), new Money(2), new Money(3)));
        Assert.Equal(new Money(5), Evaluate.Value(Create<Money?>(), new Money(2), new Money(3)));
        Assert.Null(Evaluate.Value(Create<Money?>(), new Money(2), null));
        Assert.Equal(new DateTime(2030, 1, 2), Evaluate.Value(Create<DateTime, TimeSpan, DateTime>(), new DateTime(2030, 1, 1), TimeSpan.FromDays(1)));
    }

    [Fact]
    [Rule("20.1")]
    public void Overflow_Unchecked_LosesTheHighBits()
    {
        Assert.Equal(int.MinValue, Evaluate.Value(new Add<int, int, int> { Checked = false }, int.MaxValue, 1));
        Assert.Equal(short.MinValue, Evaluate.Value(new Add<short, short, short> { Checked = false }, short.MaxValue, (short)1));
        Assert.Equal(0UL, Evaluate.Value(new Add<ulong, ulong, ulong> { Checked = false }, ulong.MaxValue, 1UL));
    }

    [Fact]
    [Rule("20.1")]
    public void Overflow_Checked_IsTheDefaultAndThrows()
    {
        Assert.True(new Add<int, int, int>().Checked);
        Evaluate.Fault<OverflowException>(Create<short>().Of(short.MaxValue, (short)1));
        Evaluate.Fault<OverflowException>(Create<uint>().Of(uint.MaxValue, 1u));
        Evaluate.Fault<OverflowException>(Create<long?>().Of(long.MaxValue, 1));
        Evaluate.Fault<OverflowException>(new Add<decimal, decimal, decimal> { Checked = false }.Of(decimal.MaxValue, 1));
        Assert.Equal(double.PositiveInfinity, Evaluate.Value(Create<double>(), double.MaxValue, double.MaxValue));
    }

    [Fact]
    [Rule("12.3")]
    public void Checked_ChangedAfterTheFirstRun_HasNoEffect()
    {
        Add<int, int, int> add = new() { Checked = false };
        Assert.Equal(int.MinValue, Evaluate.Value(add, int.MaxValue, 1));
        add.Checked = true;
        Assert.Equal(int.MinValue, Evaluate.Value(add));
    }
}
