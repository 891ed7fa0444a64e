namespace Workflow.Perf.Reports;

/// <summary>A table of the report after the run.</summary>
internal sealed record RenderedSection(ReportSection Section, SectionContent Content, IReadOnlyList<StepOutcome> Outcomes);
