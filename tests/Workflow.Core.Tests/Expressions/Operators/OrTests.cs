using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class OrTests : LogicTests
{
    protected override bool Expected => true;

    protected override Activity<bool> Sample() => new Or<bool, bool, bool> { Left = false, Right = true };

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Or<TLeft, TRight, TResult>();

    [Theory]
    [Rule("20.2")]
    [InlineData(true, true, true)]
    [InlineData(true, false, true)]
    [InlineData(true, null, true)]
    [InlineData(false, true, true)]
    [InlineData(false, false, false)]
    [InlineData(false, null, null)]
    [InlineData(null, true, true)]
    [InlineData(null, false, null)]
    [InlineData(null, null, null)]
    public void TruthValues_WithNull_AreThreeValued(bool? left, bool? right, bool? expected) =>
        Assert.Equal(expected, Evaluate.Value(Create<bool?, bool?, bool?>(), left, right));

    [Fact]
    [Rule("20.1")]
    public void Bits_OfIntegers_AreCombined()
    {
        Assert.Equal(0b1110, Evaluate.Value(Create<int, int, int>(), 0b1100, 0b1010));
        Assert.Equal((byte)0b1110, Evaluate.Value(Create<byte, byte, byte>(), (byte)0b1100, (byte)0b1010));
        Assert.Null(Evaluate.Value(Create<int?, int?, int?>(), null, 0));
        Assert.Equal(new Money(3), Evaluate.Value(Create<Money, Money, Money>(), new Money(2), new Money(3)));
    }
}
