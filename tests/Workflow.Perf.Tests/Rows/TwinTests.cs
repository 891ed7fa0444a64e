using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Tests.Rows;

public sealed class TwinTests
{
    /// <summary>The rows of the engine whose work is not a number of leaf activities: waiting instances, threads, tracking records.</summary>
    private static readonly HashSet<string> NotCounted =
        ["threads-shared", "threads-own", "application", "application-1000", "application-idle", "track-five-everything"];

    public static TheoryData<string> Counted => [.. AllRows.List.Where(static row => row.Twins is not null).Select(static row => row.Id)];

    [Theory]
    [MemberData(nameof(Counted))]
    public void Twins_WorkflowAndHandWritten_DoTheSame(string id)
    {
        TwinResults results = AllRows.List.Single(row => row.Id == id).Twins!();

        Assert.Equal(results.Workflow, results.ByHand);
        Assert.True(results.Workflow > 0 || id == "invoke-empty", $"The row '{id}' runs nothing.");
    }

    [Fact]
    public void Rows_OfTheComponentsAndTheEngine_HaveTwins() => Assert.Equal(
        [],
        AllRows.List
            .Where(static row => (row.Section & (Section.Component | Section.Budget)) != 0 && row.Twins is null && !NotCounted.Contains(row.Id))
            .Select(static row => row.Id));

    [Fact]
    public void Rows_OfTheList_HaveDifferentIds() => Assert.Equal(AllRows.List.Count, AllRows.List.Select(static row => row.Id).Distinct().Count());
}
