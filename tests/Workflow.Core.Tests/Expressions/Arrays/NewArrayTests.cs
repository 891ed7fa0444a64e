using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class NewArrayTests : FallibleExpressionTests<int[]>
{
    protected override int[] Expected => [0, 0];

    protected override Type Failure => typeof(OverflowException);

    protected override Activity<int[]> Sample() => Of<int[]>(Evaluate.In(2));

    protected override Activity<int[]> Failing() => Of<int[]>(Evaluate.In(-1));

    [Fact]
    [Rule("20.4.2")]
    public void Array_OfAnyRankAndElement_IsCreated()
    {
        Assert.Equal(new string?[2, 3], Evaluate.Value(Of<string?[,]>(Evaluate.In(2), Evaluate.In(3))));
        Assert.Equal(new int[2][], Evaluate.Value(Of<int[][]>(Evaluate.In(2))));
        Assert.Equal(3, Evaluate.Value(Of<byte[]>(Evaluate.In((byte)3))).Length);
        Assert.Equal(3, Evaluate.Value(Of<byte[]>(Evaluate.In(3UL))).Length);
        Assert.Empty(Evaluate.Value(Of<byte[]>(Evaluate.In(0L))));
    }

    [Fact]
    [Rule("20.4.2")]
    public void Array_OfArrays_TakesABoundForEachLevel()
    {
        int[][] two = Evaluate.Value(Of<int[][]>(Evaluate.In(2), Evaluate.In(3)));
        Assert.Equal([3, 3], two.Select(inner => inner.Length));
        Assert.NotSame(two[0], two[1]);
        string?[][][] three = Evaluate.Value(Of<string?[][][]>(Evaluate.In(1), Evaluate.In((byte)2), Evaluate.In(3L)));
        Assert.Equal((1, 2, 3), (three.Length, three[0].Length, three[0][1].Length));
        Assert.Equal(new int[]?[] { null, null }, Evaluate.Value(Of<int[][][]>(Evaluate.In(1), Evaluate.In(2)))[0]);
        Assert.Equal(new int[,]?[] { null, null }, Evaluate.Value(Of<int[][,]>(Evaluate.In(2))));
        Assert.Empty(Evaluate.Value(Of<int[][]>(Evaluate.In(0), Evaluate.In(3))));
        Assert.Equal(new int[2, 3][], Evaluate.Value(Of<int[,][]>(Evaluate.In(2), Evaluate.In(3))));
    }

    [Fact]
    [Rule("20.3")]
    public void Length_OfAnInnerArrayOutOfRange_Overflows()
    {
        Evaluate.Fault<OverflowException>(Of<int[][]>(Evaluate.In(2), Evaluate.In(-1)));
        Evaluate.Fault<OverflowException>(Of<int[][]>(Evaluate.In(0), Evaluate.In(-1)));
    }

    [Fact]
    [Rule("1.8")]
    public void Array_InEachRun_IsNew()
    {
        NewArray<int[]> activity = Of<int[]>(Evaluate.In(1));
        Assert.NotSame(Evaluate.Value(activity), Evaluate.Value(activity));
    }

    [Fact]
    [Rule("20.3")]
    public void Length_OutOfRange_Overflows() => Evaluate.Fault<OverflowException>(Of<int[]>(Evaluate.In(long.MaxValue)));

    [Fact]
    [Rule("12.4")]
    public void Types_Mismatched_AreInvalid()
    {
        Definitions.AssertInvalid(Of<int>(Evaluate.In(1)), "'System.Int32' is not an array");
        Definitions.AssertInvalid(Of<Array>(Evaluate.In(1)), "'System.Array' is not an array");
        Definitions.AssertInvalid(Of<int[]>(), "1 dimensions", "0 bounds");
        Definitions.AssertInvalid(Of<int[,]>(Evaluate.In(1)), "2 dimensions", "1 bounds");
        Definitions.AssertInvalid(Of<int[,]>(Evaluate.In(1), Evaluate.In(1), Evaluate.In(1)), "2 dimensions", "3 bounds");
        Definitions.AssertInvalid(Of<int[][]>(Evaluate.In(1), Evaluate.In(1), Evaluate.In(1)), "2 levels", "3 bounds");
        Definitions.AssertInvalid(Of<int[][,]>(Evaluate.In(1), Evaluate.In(1), Evaluate.In(1)), "3 bounds");
        Definitions.AssertInvalid(Of<int[,][]>(Evaluate.In(1), Evaluate.In(1), Evaluate.In(1)), "3 bounds");
        Definitions.AssertInvalid(Of<int[]>(Evaluate.In(1.5)), "'System.Double'");
        Definitions.AssertInvalid(Of<int[]>(Evaluate.In<int?>(1)), "'System.Nullable`1[System.Int32]'");
        Definitions.AssertInvalid(Of<int[]>(new OutArgument<int>()), "Out");
        Invalid.AssertBelowARoot(Of<int[]>(new InArgument<int>()), "'Argument0'");
    }

    private static NewArray<T> Of<T>(params Argument[] bounds)
    {
        NewArray<T> activity = new();
        Array.ForEach(bounds, activity.Bounds.Add);
        return activity;
    }
}
