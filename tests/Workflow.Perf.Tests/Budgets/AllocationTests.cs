using Workflow.Perf.Budgets;
using Workflow.Perf.Measuring;
using Workflow.Perf.Rows;

namespace Workflow.Perf.Tests.Budgets;

/// <summary>Tests of the allocation budgets. They hold on every machine; ratios of times do not, so they are not tested.</summary>
public sealed class AllocationTests
{
    /// <summary>The number of runs. It suffices to fill caches, and for a minimum without allocations of the runtime itself.</summary>
    private const int Runs = 60;

    /// <summary>
    /// The budgets of rows that allocate more in a Debug build. The budgets in the file are for optimized code, which keeps some objects on the stack.
    /// </summary>
    private static readonly Dictionary<string, double> WithoutOptimization = new()
    {
        ["parallel-foreach"] = 552,
        ["compensation"] = 1_056,
        ["complex-d1-s1"] = 504,
        ["complex-d1-s100"] = 504,
        ["complex-d3-s3"] = 2_184,
        ["complex-d5-s5"] = 8_904,
        ["complex-d7-s1"] = 35_784,
    };

    /// <summary>The rows that run only on the thread of the caller. The allocations of other rows depend on thread timing.</summary>
    public static TheoryData<string> Synchronous => [.. BudgetFile.Read(BudgetFile.Default)
        .Where(static budget => budget.Bytes is not null && budget.Row is not ("invoke-async" or "application-inline" or "track-five-everything"))
        .Select(static budget => budget.Row)];

    [Theory]
    [MemberData(nameof(Synchronous))]
    public void Bytes_OfASynchronousRow_AreWithinItsBudget(string id)
    {
        double budget = WithoutOptimization.GetValueOrDefault(id, BudgetFile.Read(BudgetFile.Default).Single(budget => budget.Row == id).Bytes!.Value);
        Subject subject = AllRows.List.Single(row => row.Id == id).Prepare().Workflow;

        Assert.False(subject.AllThreads);
        double bytes = (double)(Least(subject.Run) - (subject.Less is { } less ? Least(less) : 0)) / subject.Parts;
        Assert.True(bytes <= budget, $"The row '{id}' allocates {bytes} bytes an operation; its budget is {budget}.");
    }

    private static long Least(Action<int> run)
    {
        long least = long.MaxValue;
        for (int i = 0; i < Runs; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            run(1);
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
