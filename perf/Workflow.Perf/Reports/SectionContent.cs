using Workflow.Perf.Drawing;

namespace Workflow.Perf.Reports;

/// <summary>The content of a section of the report after the measurement.</summary>
/// <param name="Table">The table as Markdown.</param>
/// <param name="Charts">The charts above the table; empty if too little was measured.</param>
/// <param name="Readings">The figures of the table.</param>
internal sealed record SectionContent(string Table, IReadOnlyList<Chart> Charts, IReadOnlyList<Reading> Readings)
{
    /// <summary>The table that a README shows; null for none.</summary>
    public string? Headline { get; init; }
}
