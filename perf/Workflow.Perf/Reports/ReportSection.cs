using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>One table of the report, with its charts.</summary>
/// <param name="id">What the command line calls it.</param>
/// <param name="title">What the report calls it.</param>
/// <param name="difference">One sentence: where the shape of the figures differs from the published one, and why.</param>
internal abstract class ReportSection(string id, string title, string difference)
{
    /// <summary>What a cell contains that has no figure.</summary>
    protected const string None = "-";

    public string Id => id;

    public string Title => title;

    public string Difference => difference;

    /// <summary>The rows that are trained together before the first one is measured.</summary>
    public virtual IReadOnlyList<Row> Rows(ReportScope scope) => [];

    /// <summary>What has to be measured.</summary>
    public abstract IEnumerable<ReportStep> Steps(ReportScope scope);

    /// <summary>The table and the charts from what was measured.</summary>
    public abstract SectionContent Render(ReportScope scope);
}
