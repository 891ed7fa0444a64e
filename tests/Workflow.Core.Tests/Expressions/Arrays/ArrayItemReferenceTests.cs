using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class ArrayItemReferenceTests : ReferenceTests<int>
{
    private readonly int[] _array = [0, 1];

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _array[1];

    protected override Activity<Location<int>> Sample() => Of(_array, 1);

    protected override Activity<Location<int>> Failing() => Of(null!, 1);

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Index_OutOfRange_FailsOnAccess(Lane lane)
    {
        Location<int> place = Evaluate.Value(Of(_array, 2), lane);
        Assert.Throws<IndexOutOfRangeException>(() => place.Value);
        Assert.Throws<IndexOutOfRangeException>(() => place.Value = 1);
        Evaluate.Fault<IndexOutOfRangeException>(new Assign<int> { To = new OutArgument<int>(Of(_array, -1)), Value = 1 }, lane);
    }

    [Fact]
    [Rule("12.4")]
    public void Arguments_Missing_AreInvalidEach() => Invalid.AssertBelowARoot(new ArrayItemReference<int>(), "'Array'", "'Index'");

    private static ArrayItemReference<int> Of(int[] array, int index) => new() { Array = Evaluate.In(array), Index = index };
}
