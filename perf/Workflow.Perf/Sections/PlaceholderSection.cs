using Workflow.Perf.Reports;

namespace Workflow.Perf.Sections;

/// <summary>A published table that has no counterpart yet.</summary>
internal sealed class PlaceholderSection(string id, string title, string reason) : ReportSection(id, title, reason)
{
    public override IEnumerable<ReportStep> Steps(ReportScope scope) => [];

    public override SectionContent Render(ReportScope scope) => new("", [], []);
}
