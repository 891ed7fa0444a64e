using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class MultidimensionalArrayItemReferenceTests : ReferenceTests<int>
{
    private readonly int[,] _grid = { { 0, 0 }, { 0, 1 } };

    protected override int Old => 1;

    protected override int New => 2;

    protected override int Current => _grid[1, 1];

    protected override Activity<Location<int>> Sample() => Of<int>(_grid, 1, 1);

    protected override Activity<Location<int>> Failing() => Of<int>(null!, 1, 1);

    [Fact]
    [Rule("20")]
    public void Location_OfAnyRank_IsWritten()
    {
        string[] line = ["a"];
        string[,,] cube = new string[1, 1, 2];
        Evaluate.Value(Of<string>(line, 0)).Value = "b";
        Evaluate.Value(Of<string>(cube, 0, 0, 1)).Value = "c";
        Assert.Equal(("b", "c"), (line[0], cube[0, 0, 1]));
    }

    [Theory, Lanes]
    [Rule("20.4.4")]
    public void Element_Missing_FailsOnAccess(Lane lane)
    {
        Assert.Throws<IndexOutOfRangeException>(() => Evaluate.Value(Of<int>(_grid, 2, 0), lane).Value);
        Assert.Throws<ArgumentException>(() => Evaluate.Value(Of<int>(_grid, 1), lane).Value);
        Assert.Throws<InvalidCastException>(() => Evaluate.Value(Of<string>(_grid, 1, 1), lane).Value);
    }

    [Fact]
    [Rule("12.4")]
    public void Arguments_Missing_AreInvalidEach()
    {
        Definitions.AssertInvalid(Of<int>(_grid), "index");
        Invalid.AssertBelowARoot(new MultidimensionalArrayItemReference<int> { Indices = { new InArgument<int>() } }, "'Array'", "'Index0'");
    }

    private static MultidimensionalArrayItemReference<T> Of<T>(Array array, params int[] indices)
    {
        MultidimensionalArrayItemReference<T> reference = new() { Array = Evaluate.In(array) };
        Array.ForEach(indices, index => reference.Indices.Add(index));
        return reference;
    }
}
