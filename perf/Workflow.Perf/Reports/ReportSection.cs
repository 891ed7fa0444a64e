using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>One table of the report, with its charts.</summary>
/// <param name="id">The name on the command line.</param>
/// <param name="title">The title in the report.</param>
/// <param name="difference">A sentence that describes how the shape of the figures differs from the published one, and the reason.</param>
internal abstract class ReportSection(string id, string title, string difference)
{
    /// <summary>The content of a cell without a figure.</summary>
    protected const string None = "-";

    public string Id => id;

    public string Title => title;

    public string Difference => difference;

    /// <summary>The rows that are trained together before the first one is measured.</summary>
    public virtual IReadOnlyList<Row> Rows(ReportScope scope) => [];

    /// <summary>Returns the steps of the measurement.</summary>
    public abstract IEnumerable<ReportStep> Steps(ReportScope scope);

    /// <summary>Returns the table and the charts of the measured figures.</summary>
    public abstract SectionContent Render(ReportScope scope);
}
