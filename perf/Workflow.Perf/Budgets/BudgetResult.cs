using Workflow.Perf.Measuring;

namespace Workflow.Perf.Budgets;

/// <summary>A budget with the measured figures.</summary>
/// <param name="Budget">The budget.</param>
/// <param name="Ratio">The measured ratio, with one value for each batch.</param>
/// <param name="Bytes">The bytes that one operation allocates.</param>
internal sealed record BudgetResult(RatioBudget Budget, Spread Ratio, double Bytes)
{
    /// <summary>True if the ratio exceeds the allowed ratio by more than the distance of its quartiles.</summary>
    public bool IsTooSlow => Ratio.Median - Budget.Ratio > Ratio.Width;

    /// <summary>True if an operation allocates more than allowed. The number of bytes does not depend on the load of the machine.</summary>
    public bool IsTooLarge => Bytes > Budget.Bytes + Workflow.Perf.Table.Budget.ByteTolerance;

    public bool IsExceeded => IsTooSlow || IsTooLarge;

    public string Verdict => (IsTooSlow, IsTooLarge) switch
    {
        (true, true) => "EXCEEDED (time, bytes)",
        (true, false) => "EXCEEDED (time)",
        (false, true) => "EXCEEDED (bytes)",
        _ => Workflow.Perf.Table.Verdict.Met,
    };
}
