using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>Whether a row keeps its budget, and in what it does not.</summary>
internal static class Verdict
{
    public const string Met = "met";

    public static string Of(Row row, Measurement measured)
    {
        if (row.Budget is not { } budget)
        {
            return "-";
        }

        List<string> missed = [];
        if (measured.Workflow.Median > budget.Nanoseconds || (budget.Nanoseconds is not null && measured.Workflow.Median <= 0))
        {
            // Less than nothing is a subtraction that failed, not a fast engine.
            missed.Add("ns");
        }

        if (measured.Workflow.Bytes > budget.Bytes + Budget.ByteTolerance)
        {
            missed.Add("B");
        }

        if (measured.Speed < budget.Speed)
        {
            // Where plain C# does not get there either, it is the machine that has no second core to spare.
            missed.Add(measured.SpeedByHand < budget.Speed ? "speed, nor by hand" : "speed");
        }

        return missed.Count == 0 ? Met : $"NOT met ({string.Join(", ", missed)})";
    }
}
