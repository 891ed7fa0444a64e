using System.Globalization;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The cost of tracking while another process records the events to a file.</summary>
internal sealed class TrackingSection() : RowSection(
    "tracking",
    "Cost of tracking",
    "The published percentages are those of a workflow that takes a millisecond, most of it transport and database; the events cost microseconds, which are a small part of an instance in a database and a large part of one "
    + "in memory.",
    static _ => RecordedRows.All)
{
    protected override int Subjects => 3;

    public override SectionContent Render(ReportScope scope)
    {
        RowResult[] results = [.. Rows(scope).Select(scope.Of)];
        MarkdownTable table = new(
            "tracking", "WF3", "WF4 op/s", "2010 design", "ours op/s", "by hand op/s",
            "WF4 less than none", "ours less than none", "ns more than none", "spread", "B/op");
        (double none, double health, double basic) = PublishedFigures.Tracking;
        double[] published = [none, health, basic];
        foreach ((int index, RowResult result) in results.Index())
        {
            Spread? ours = Ours(result), untracked = result.Measurement?.Comparison?.Spread;
            double figure = published[index % published.Length];
            table.Add(
                result.Row.Name, "not published", Figures.PerSecond(figure), "not recorded", Cells.Rate(ours), Cells.Rate(ByHand(result)),
                Percent(1 - (figure / none)), Percent(1 - result.Measurement?.Speed),
                ours is null || untracked is null ? None : Figures.Nanoseconds(ours.Median - untracked.Median),
                Cells.SpreadOf(ours), Cells.Bytes(result.Measurement?.Workflow.Bytes));
        }

        return new SectionContent(table.Render(), [Chart(results, published)], Readings(scope));
    }

    private static string Percent(double? part) => part?.ToString("0.0 %", CultureInfo.InvariantCulture) ?? None;

    private BarChart Chart(IReadOnlyList<RowResult> results, double[] published) => new(
        Id,
        Title,
        "workflows a second, logarithmic",
        [.. results.Select(static result => result.Row.Name)],
        [
            new BarSeries("WF4 (published)", Colors.Wf4, [.. results.Select((_, index) => (double?)published[index % published.Length])]),
            new BarSeries("this engine", Colors.Ours, [.. results.Select(static result => PerSecond(Ours(result)))]),
            new BarSeries("hand-written C#, not tracked", Colors.ByHand, [.. results.Select(static result => PerSecond(ByHand(result)))]),
        ]);
}
