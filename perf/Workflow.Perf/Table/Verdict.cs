using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>Compares the figures of a row with its budget, and names the limits that are not met.</summary>
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
            // A time that is not positive comes from a failed subtraction, not from a fast engine.
            missed.Add("ns");
        }

        if (measured.Workflow.Bytes > budget.Bytes + Budget.ByteTolerance)
        {
            missed.Add("B");
        }

        if (measured.Speed < budget.Speed)
        {
            // If plain C# does not reach the speed either, the machine has no second core available.
            missed.Add(measured.SpeedByHand < budget.Speed ? "speed, nor by hand" : "speed");
        }

        return missed.Count == 0 ? Met : $"NOT met ({string.Join(", ", missed)})";
    }
}
