using Workflow.Perf.Measuring;

namespace Workflow.Perf.Budgets;

/// <summary>A budget, and what was measured.</summary>
/// <param name="Budget">The budget.</param>
/// <param name="Ratio">The ratio, batch by batch.</param>
/// <param name="Bytes">The bytes of an operation.</param>
internal sealed record BudgetResult(RatioBudget Budget, Spread Ratio, double Bytes)
{
    /// <summary>Whether the row takes longer than allowed by more than the quartiles of its ratio are apart.</summary>
    public bool IsTooSlow => Ratio.Median - Budget.Ratio > Ratio.Width;

    /// <summary>Whether it allocates more than allowed; bytes do not depend on the load of the machine.</summary>
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
