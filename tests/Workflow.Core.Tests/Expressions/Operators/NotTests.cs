using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class NotTests : ExpressionTests<bool>
{
    protected override bool Expected => true;

    protected override Activity<bool> Sample() => new Not<bool, bool> { Operand = false };

    [Fact]
    [Rule("20.1")]
    public void Values_OfTruthAndBits_AreInverted()
    {
        Assert.False(Evaluate.Value(new Not<bool, bool>(), true));
        Assert.Equal(~5, Evaluate.Value(new Not<int, int>(), 5));
        Assert.Equal((byte)0b1111_0000, Evaluate.Value(new Not<byte, byte>(), (byte)0b0000_1111));
        Assert.Equal(new Money(-2), Evaluate.Value(new Not<Money, Money>(), new Money(2)));
    }

    [Fact]
    [Rule("20.2")]
    public void Null_GivesNull()
    {
        Assert.Null(Evaluate.Value(new Not<bool?, bool?>(), null));
        Assert.Equal(false, Evaluate.Value(new Not<bool?, bool?>(), true));
        Assert.Null(Evaluate.Value(new Not<int?, int?>(), null));
    }

    [Fact]
    [Rule("20.1")]
    public void Values_WithoutTheOperator_AreInvalid()
    {
        Evaluate.AssertUndefined(new Not<double, double>(), "'System.Double'", "not defined");
        Evaluate.AssertUndefined(new Not<string, string>(), "'System.String'", "not defined");
        Evaluate.AssertUndefined(new Not<bool, int>(), "'System.Boolean'", "'System.Int32'", "yields");
    }

    [Fact]
    [Rule("12.4")]
    public void Operand_Missing_IsInvalid() => Invalid.AssertBelowARoot(new Not<bool, bool>(), "'Operand'");
}
