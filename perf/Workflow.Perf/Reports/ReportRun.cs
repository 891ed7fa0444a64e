using System.Globalization;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Reports;

/// <summary>Measures the tables of a report, one step after another.</summary>
internal sealed class ReportRun(IReadOnlyList<ReportSection> sections, ReportScope scope, TimeSpan limit, TextWriter progress)
{
    private readonly List<StepOutcome> _outcomes = [];

    public IReadOnlyList<StepOutcome> Outcomes => _outcomes;

    /// <summary>The machine before the first step; null before the run.</summary>
    public Machine? Machine { get; private set; }

    /// <summary>The duration of the measurement.</summary>
    public TimeSpan Elapsed { get; private set; }

    public Report Run()
    {
        Neighbours before = new();
        Thread.Sleep(TimeSpan.FromSeconds(scope.IsQuick ? 0.2 : 2));
        Machine = Machine.Read();
        double? coresBefore = before.Cores;

        Measure();
        List<RenderedSection> rendered =
            [.. sections.Select(section => new RenderedSection(section, section.Render(scope), [.. _outcomes.Where(outcome => outcome.Section == section)]))];
        return new Report(Machine, coresBefore, scope, Elapsed, rendered);
    }

    private void Measure()
    {
        List<(ReportSection Section, ReportStep Step)> plan = Plan();
        Progress reported = new([.. plan.Select(static planned => planned.Step)], limit, progress);
        string late = string.Create(CultureInfo.InvariantCulture, $"the limit of {limit.TotalMinutes:0.#} minutes was reached");
        foreach ((ReportSection section, ReportStep step) in plan)
        {
            if (reported.IsOver)
            {
                _outcomes.Add(StepOutcome.NotRun(section, step, late));
                continue;
            }

            reported.Begin(section, step);
            StepOutcome outcome = StepOutcome.Of(section, step);
            _outcomes.Add(outcome);
            reported.End(outcome);
        }

        Elapsed = reported.Elapsed;
        if (_outcomes.Exists(outcome => outcome.Reason == late))
        {
            progress.WriteLine($"          not measured: the other steps, because {late}");
        }
    }

    private List<(ReportSection Section, ReportStep Step)> Plan()
    {
        List<(ReportSection Section, ReportStep Step)> plan = [.. sections.SelectMany(section => section.Steps(scope).Select(step => (section, step)))];
        if (sections.FirstOrDefault(section => section.Rows(scope).Count > 0) is { } first)
        {
            ReportStep training = new(
                "training", (2.5 * scope.Pace.Training.TotalSeconds) + 2, () => scope.Train(sections.SelectMany(section => section.Rows(scope))));
            plan.Insert(0, (first, training));
        }

        return plan;
    }
}
