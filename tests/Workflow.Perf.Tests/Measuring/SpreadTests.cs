using Workflow.Perf.Measuring;

namespace Workflow.Perf.Tests.Measuring;

public sealed class SpreadTests
{
    [Fact]
    public void Of_OddNumberOfValues_HasMedianAndQuartiles()
    {
        Spread spread = Spread.Of([5, 1, 3, 2, 4]);

        Assert.Equal(new Spread(3, 2, 4, 5, 0), spread);
        Assert.Equal(2, spread.Width);
    }

    [Fact]
    public void Of_EvenNumberOfValues_InterpolatesBetweenNeighbours() => Assert.Equal(new Spread(2.5, 1.75, 3.25, 4, 0), Spread.Of([4, 1, 2, 3]));

    [Fact]
    public void Of_OneValue_HasNoWidth() => Assert.Equal(new Spread(7, 7, 7, 1, 0), Spread.Of([7]));

    [Fact]
    public void Of_ValuesBeyondTheFences_CountsThemOnBothSides() => Assert.Equal(2, Spread.Of([10, 11, 12, 13, 14, 100, -80]).Outliers);

    [Fact]
    public void IsWide_QuartilesATenthApart_IsFalse() => Assert.False(new Spread(100, 95, 105, 5, 0).IsWide);

    [Fact]
    public void IsWide_QuartilesMoreThanATenthApart_IsTrue() => Assert.True(new Spread(100, 95, 106, 5, 0).IsWide);

    [Fact]
    public void Relative_MedianOfZero_IsZero() => Assert.Equal(0, new Spread(0, -1, 1, 5, 0).Relative);

    [Fact]
    public void RatiosTo_DisturbanceOfBothInOneBatch_LeavesTheRatio()
    {
        Figure workflow = new([10, 1_000, 12], 0), byHand = new([5, 500, 6], 0);

        Assert.Equal(new Spread(2, 2, 2, 3, 0), workflow.RatiosTo(byHand));
    }
}
