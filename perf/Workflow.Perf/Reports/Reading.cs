using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>One figure of the report, as it is kept for a comparison with another run. Less is better for all of them.</summary>
/// <param name="Key">The table and the row, such as 'components/while-1000'.</param>
/// <param name="Unit">The unit, such as 'ns'.</param>
/// <param name="Value">The median and its quartiles.</param>
internal sealed record Reading(string Key, string Unit, Spread Value);
