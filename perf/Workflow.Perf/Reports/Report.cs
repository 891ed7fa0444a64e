using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>The results of a run.</summary>
/// <param name="Machine">The machine before the first step.</param>
/// <param name="CoresBefore">The number of cores that other processes used before the first step; null if it is not known.</param>
/// <param name="Scope">The rows and the pace.</param>
/// <param name="Elapsed">The duration of the run.</param>
/// <param name="Sections">The tables, in the order of the report.</param>
internal sealed record Report(Machine Machine, double? CoresBefore, ReportScope Scope, TimeSpan Elapsed, IReadOnlyList<RenderedSection> Sections)
{
    public IEnumerable<Reading> Readings => Sections.SelectMany(static section => section.Content.Readings);

    public IEnumerable<StepOutcome> Outcomes => Sections.SelectMany(static section => section.Outcomes);
}
