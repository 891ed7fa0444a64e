using Workflow.Perf.Drawing;

namespace Workflow.Perf.Reports;

/// <summary>What a table of the report has become.</summary>
/// <param name="Table">The table as Markdown.</param>
/// <param name="Charts">The charts above it; none if too little was measured.</param>
/// <param name="Readings">Its figures.</param>
internal sealed record SectionContent(string Table, IReadOnlyList<Chart> Charts, IReadOnlyList<Reading> Readings)
{
    /// <summary>The table that a README shows; null for none.</summary>
    public string? Headline { get; init; }
}
