using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class AndTests : LogicTests
{
    protected override bool Expected => true;

    protected override Activity<bool> Sample() => new And<bool, bool, bool> { Left = true, Right = true };

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new And<TLeft, TRight, TResult>();

    [Theory]
    [Rule("20.2")]
    [InlineData(true, true, true)]
    [InlineData(true, false, false)]
    [InlineData(true, null, null)]
    [InlineData(false, true, false)]
    [InlineData(false, false, false)]
    [InlineData(false, null, false)]
    [InlineData(null, true, null)]
    [InlineData(null, false, false)]
    [InlineData(null, null, null)]
    public void TruthValues_WithNull_AreThreeValued(bool? left, bool? right, bool? expected) =>
        Assert.Equal(expected, Evaluate.Value(Create<bool?, bool?, bool?>(), left, right));

    [Fact]
    [Rule("20.1")]
    public void Bits_OfIntegers_AreCombined()
    {
        Assert.Equal(0b1000, Evaluate.Value(Create<int, int, int>(), 0b1100, 0b1010));
        Assert.Equal((byte)0b1000, Evaluate.Value(Create<byte, byte, byte>(), (byte)0b1100, (byte)0b1010));
        Assert.Null(Evaluate.Value(Create<int?, int?, int?>(), null, 0));
        Assert.Equal(new Money(2), Evaluate.Value(Create<Money, Money, Money>(), new Money(2), new Money(3)));
    }
}
