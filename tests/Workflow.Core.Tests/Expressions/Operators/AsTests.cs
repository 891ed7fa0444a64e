using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class AsTests : ExpressionTests<string?>
{
    protected override string? Expected => "text";

    protected override Activity<string?> Sample() => new As<object, string?> { Operand = new InArgument<object>(_ => "text") };

    [Fact]
    [Rule("20.3")]
    public void Values_OfTheType_AreReturned()
    {
        List<int> list = [1];
        Assert.Same(list, Evaluate.Value(new As<object, IEnumerable<int>>(), list));
        Assert.Same(list, Evaluate.Value(new As<List<int>, object>(), list));
        Assert.Equal(5, Evaluate.Value(new As<object, int?>(), 5));
        Assert.Equal((object)5, Evaluate.Value(new As<int, object>(), 5));
        Assert.Equal((IFormattable)5, Evaluate.Value(new As<int, IFormattable>(), 5));
    }

    [Fact]
    [Rule("20.3")]
    public void Values_OfAnotherTypeAndNull_AreNull()
    {
        Assert.Null(Evaluate.Value(new As<object, string>(), 5));
        Assert.Null(Evaluate.Value(new As<object?, string>(), null));
        Assert.Null(Evaluate.Value(new As<object, int?>(), 5L));
        Assert.Null(Evaluate.Value(new As<object?, int?>(), null));
    }

    [Fact]
    [Rule("20.3")]
    public void Result_OfAValueType_IsInvalid()
    {
        Evaluate.AssertUndefined(new As<object, int>(), "'System.Object'", "'System.Int32'", "nullable");
        Evaluate.AssertUndefined(new As<int, int>());
    }

    [Fact]
    [Rule("12.4")]
    public void Operand_Missing_IsInvalid() => Invalid.AssertBelowARoot(new As<object, string>(), "'Operand'");
}
