using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class CastTests : FallibleExpressionTests<int>
{
    protected override int Expected => 5;

    protected override Type Failure => typeof(OverflowException);

    protected override Activity<int> Sample() => new Cast<double, int> { Operand = 5.9 };

    protected override Activity<int> Failing() => new Cast<long, int> { Operand = long.MaxValue };

    [Fact]
    [Rule("20.1")]
    public void Values_WithAConversion_AreConverted()
    {
        Assert.Equal(5L, Evaluate.Value(new Cast<int, long>(), 5));
        Assert.Equal(5, Evaluate.Value(new Cast<int, int>(), 5));
        Assert.Equal(DayOfWeek.Friday, Evaluate.Value(new Cast<int, DayOfWeek>(), 5));
        Assert.Equal(5, Evaluate.Value(new Cast<object, int>(), 5));
        Assert.Equal((object)5, Evaluate.Value(new Cast<int, object>(), 5));
        Assert.Equal(5, Evaluate.Value(new Cast<int, int?>(), 5));
        Assert.Equal(5, Evaluate.Value(new Cast<int?, int>(), 5));
        Assert.Equal(5L, Evaluate.Value(new Cast<int?, long?>(), 5));
        Assert.Equal("text", Evaluate.Value(new Cast<object, string>(), "text"));
        Assert.Equal(2.5m, Evaluate.Value(new Cast<double, decimal>(), 2.5));
        Assert.Equal(2m, Evaluate.Value(new Cast<Money, decimal>(), new Money(2)));
        Assert.Equal(new Money(2), Evaluate.Value(new Cast<int, Money>(), 2));
    }

    [Fact]
    [Rule("20.3")]
    public void Null_AsAReferenceOrANullable_StaysNull()
    {
        Assert.Null(Evaluate.Value(new Cast<object?, string>(), null));
        Assert.Null(Evaluate.Value(new Cast<object?, int?>(), null));
        Assert.Null(Evaluate.Value(new Cast<int?, long?>(), null));
    }

    [Fact]
    [Rule("20.3")]
    public void Values_WithoutTheResultsType_ThrowByKind()
    {
        Evaluate.Fault<NullReferenceException>(new Cast<object?, int>().Of(null));
        Evaluate.Fault<InvalidOperationException>(new Cast<int?, int>().Of(null));
        Evaluate.Fault<InvalidCastException>(new Cast<object, int>().Of(5L));
        Evaluate.Fault<InvalidCastException>(new Cast<object, string>().Of(new List<int>()));
    }

    [Fact]
    [Rule("20.3")]
    public void Overflow_Unchecked_LosesTheHighBits()
    {
        Assert.True(new Cast<long, int>().Checked);
        Assert.Equal(-1, Evaluate.Value(new Cast<long, int> { Checked = false }, long.MaxValue));
        Assert.Equal((byte)0x34, Evaluate.Value(new Cast<int, byte> { Checked = false }, 0x1234));
        Evaluate.Fault<OverflowException>(new Cast<int, byte>().Of(256));
        Evaluate.Fault<OverflowException>(new Cast<double, int>().Of(double.NaN));
        Evaluate.Fault<OverflowException>(new Cast<int?, uint?>().Of(-1));
    }

    [Fact]
    [Rule("20.1")]
    public void Values_WithoutAConversion_AreInvalid()
    {
        Evaluate.AssertUndefined(new Cast<string, int>(), "'System.String'", "'System.Int32'", "no conversion");
        Evaluate.AssertUndefined(new Cast<int, string>());
        Evaluate.AssertUndefined(new Cast<List<int>, string>());
        Evaluate.AssertUndefined(new Cast<int, bool>());
    }

    [Fact]
    [Rule("12.4")]
    public void Operand_Missing_IsInvalid() => Invalid.AssertBelowARoot(new Cast<object, string>(), "'Operand'");
}
