using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Tests.Rows;

public sealed class ComplexChartTests
{
    [Theory]
    [InlineData(1, 1, 26, 28)]
    [InlineData(1, 100, 422, 523)]
    [InlineData(3, 3, 442, 494)]
    [InlineData(5, 5, 5_082, 5_808)]
    [InlineData(7, 1, 28_418, 30_604)]
    public void Activities_PublishedWorkflows_AreThePublishedCounts(int depth, int sequence, int wf4, int wf3)
    {
        Assert.Equal(wf4, PublishedFigures.ActivitiesOfWf4(depth, sequence));
        Assert.Equal(wf3, PublishedFigures.ActivitiesOfWf3(depth, sequence));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 100)]
    [InlineData(2, 7)]
    [InlineData(3, 3)]
    [InlineData(5, 5)]
    public void CountOf_BuiltDefinition_IsThatOfTheFormula(int depth, int sequence) =>
        Assert.Equal(PublishedFigures.ActivitiesOfWf4(depth, sequence), ComplexChart.CountOf(ComplexChart.Of(depth, sequence, Sequences.NewEmpty), depth));
}
