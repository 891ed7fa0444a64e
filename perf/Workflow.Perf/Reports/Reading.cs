using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>A figure of the report, as stored for the comparison with another run. For all figures, less is better.</summary>
/// <param name="Key">The table and the row, such as 'components/while-1000'.</param>
/// <param name="Unit">The unit, such as 'ns'.</param>
/// <param name="Value">The median and its quartiles.</param>
internal sealed record Reading(string Key, string Unit, Spread Value);
