using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ArrayItemValueTests : FallibleExpressionTests<string>
{
    protected override string Expected => "b";

    protected override Type Failure => typeof(IndexOutOfRangeException);

    protected override Activity<string> Sample() => Of(1, "a", "b");

    protected override Activity<string> Failing() => Of(2, "a", "b");

    [Fact]
    [Rule("20.4.4")]
    public void Array_Null_IsAnInvalidOperation()
    {
        ArrayItemValue<int> activity = new() { Array = Evaluate.In<int[]>(null!), Index = 0, DisplayName = "reading" };
        Assert.Contains("'reading'", Evaluate.Fault<InvalidOperationException>(activity).Message, StringComparison.Ordinal);
    }

    [Fact]
    [Rule("12.4")]
    public void Arguments_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(new ArrayItemValue<int>(), "'Array'", "'Index'");

    private static ArrayItemValue<string> Of(int index, params string[] array) => new() { Array = Evaluate.In(array), Index = index };
}
