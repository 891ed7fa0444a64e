using System.Globalization;
using System.Text;
using Workflow.Perf.Drawing;
using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>Writes the report as Markdown.</summary>
internal static class MarkdownText
{
    /// <summary>The maximum number of disturbed rows that are named, so that the header stays readable on a busy machine.</summary>
    private const int MostNames = 6;

    private const string Method =
        "The subjects of a row run in turns, batch by batch, in an order that alternates; figures are medians. The spread is the distance of the quartiles, as a part of the median; "
        + "more than 10 % is **bold**, and values beyond 1.5 times that distance are counted as out. WF3 and WF4: figures that Microsoft published in 2010, on its servers. "
        + "2010 design: the maintained port of that engine on .NET 10, recorded once on a machine like this one, not measured in this run. By hand: the same work in plain C#. "
        + "`perf/README.md` describes each workload.";

    /// <param name="report">The report.</param>
    /// <param name="charts">The folder of the charts, relative to the report, with slashes.</param>
    /// <param name="comparison">The section that compares it with another report; null for none.</param>
    public static string Render(Report report, string charts, string? comparison)
    {
        StringBuilder text = new();
        text.Append("# Workflow performance\n\n");
        AppendHeader(text, report);
        text.Append(CultureInfo.InvariantCulture, $"\n{Method}\n");
        foreach (RenderedSection section in report.Sections)
        {
            Append(text, section, charts);
        }

        if (comparison is not null)
        {
            text.Append('\n').Append(comparison);
        }

        return text.ToString();
    }

    private static void AppendHeader(StringBuilder text, Report report)
    {
        Measuring.Machine machine = report.Machine;
        string others = report.CoresBefore is { } cores
            ? string.Create(CultureInfo.InvariantCulture, $"; other processes took {cores:0.00} cores before the first row")
            : "";
        text.Append(
            CultureInfo.InvariantCulture,
            $"- Taken: {machine.Date}, in {report.Elapsed.TotalMinutes:0.0} minutes{(report.Scope.IsQuick ? ", QUICK: these figures show the shape only" : "")}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Processor: {machine.Processor}, {machine.Cores} cores\n");
        text.Append(CultureInfo.InvariantCulture, $"- System: {machine.System}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Runtime: {machine.Runtime}; garbage collector: {machine.Collector}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Engine: {machine.Engine}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Load before: average {machine.Load}{others}\n");
        text.Append(CultureInfo.InvariantCulture, $"- Load during: {Disturbances(report)}\n");
        text.Append(
            CultureInfo.InvariantCulture,
            $"- Batches: {report.Scope.Pace.Batches} of about {report.Scope.Pace.Batch.TotalMilliseconds:0} ms for each subject of a row\n");
        foreach (string database in report.Scope.Rows.Select(static result => result.Trial?.Database).OfType<string>().Distinct())
        {
            text.Append(CultureInfo.InvariantCulture, $"- Database: {database}\n");
        }
    }

    private static string Disturbances(Report report)
    {
        StepOutcome[] known = [.. report.Outcomes.Where(static outcome => outcome.OtherCores is not null)];
        StepOutcome[] disturbed = [.. known.Where(static outcome => outcome.IsDisturbed)];
        return disturbed.Length == 0
            ? known.Length == 0 ? "not known" : "quiet, no other process took a twentieth of a core during any row"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"NOT QUIET, other processes, among them the database servers of rows, took up to {disturbed.Max(static outcome => outcome.OtherCores):0.0} cores during {disturbed.Length} of {known.Length} rows: ")
            + string.Join(
                ", ",
                disturbed.OrderByDescending(static outcome => outcome.OtherCores)
                    .Take(MostNames)
                    .Select(static outcome => $"{outcome.Section.Id} ({outcome.Step.Name})"))
            + (disturbed.Length > MostNames ? " and others" : "");
    }

    private static void Append(StringBuilder text, RenderedSection rendered, string charts)
    {
        text.Append(CultureInfo.InvariantCulture, $"\n## {rendered.Section.Title}\n\n");
        foreach (Chart chart in rendered.Content.Charts)
        {
            text.Append(CultureInfo.InvariantCulture, $"![{chart.Title}]({charts}/{chart.FileName})\n\n");
        }

        if (rendered.Content.Table.Length > 0)
        {
            text.Append(rendered.Content.Table).Append('\n');
        }

        text.Append(rendered.Section.Difference).Append('\n');
        foreach (IGrouping<string?, StepOutcome> missing in
            rendered.Outcomes.Where(static outcome => outcome.Reason is not null).GroupBy(static outcome => outcome.Reason))
        {
            string names = string.Join(", ", missing.Select(static outcome => outcome.Step.Name));
            text.Append(CultureInfo.InvariantCulture, $"\n{(missing.First().IsFailure ? "FAILED" : "Not measured")}: {names}. {missing.Key!.TrimEnd('.')}.\n");
        }
    }
}
