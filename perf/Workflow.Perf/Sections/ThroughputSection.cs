using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The operations per second of rows with published figures, with the published ratio next to ours.</summary>
internal sealed class ThroughputSection(string id, string title, string difference, IReadOnlyList<Row> rows) : RowSection(id, title, difference, _ => rows)
{
    /// <summary>Additional columns after the name of the row: their headers and their cells.</summary>
    public IReadOnlyList<(string Header, Func<Row, string> Cell)> Details { get; init; } = [];

    /// <summary>Returns the name of a row in the chart, where there is less space.</summary>
    public Func<Row, string> ShortName { get; init; } = static row => row.Name;

    /// <summary>True if a README shows the table.</summary>
    public bool IsHeadline { get; init; }

    public override SectionContent Render(ReportScope scope)
    {
        RowResult[] results = [.. Rows(scope).Select(scope.Of)];
        return new SectionContent(RenderTable(results), [ChartOf(results)], Readings(scope)) { Headline = IsHeadline ? RenderHeadline(results) : null };
    }

    private string RenderTable(IEnumerable<RowResult> results)
    {
        MarkdownTable table = new(
        [
            "workload", .. Details.Select(static detail => detail.Header), "WF3 op/s", "WF4 op/s", "2010 design op/s", "ours op/s", "by hand op/s",
            "WF4 : WF3", "ours : WF3", "ours : WF4", "ours : 2010 design", "by hand : ours", "spread", "B/op",
        ]);
        foreach (RowResult result in results)
        {
            Row row = result.Row;
            Spread? ours = Ours(result);
            table.Add(
            [
                row.Name, .. Details.Select(detail => detail.Cell(row)), Cells.PerSecond(row.Published?.Wf3), Cells.PerSecond(row.Published?.Wf4),
                Cells.PerSecond(PerSecond2010(row)),
                Cells.Rate(ours), Cells.Rate(ByHand(result)), Cells.Ratio(row.Published?.Wf4 / row.Published?.Wf3),
                Cells.Ratio(PerSecond(ours) / row.Published?.Wf3),
                Cells.Ratio(PerSecond(ours) / row.Published?.Wf4), Cells.Ratio(PerSecond(ours) / PerSecond2010(row)),
                Cells.Ratio(result.Measurement?.Workflow.RatioTo(result.Measurement.ByHand)),
                Cells.SpreadOf(ours), Cells.Bytes(result.Measurement?.Workflow.Bytes),
            ]);
        }

        return table.Render();
    }

    private string RenderHeadline(IEnumerable<RowResult> results)
    {
        MarkdownTable table = new("workload", "WF3", "WF4", "this engine", "hand-written C#", "WF4 : WF3", "this engine : WF4");
        foreach (RowResult result in results)
        {
            table.Add(
                ShortName(result.Row), Cells.PerSecond(result.Row.Published?.Wf3), Cells.PerSecond(result.Row.Published?.Wf4),
                Cells.Rate(Ours(result)), Cells.Rate(ByHand(result)),
                Cells.Ratio(result.Row.Published?.Wf4 / result.Row.Published?.Wf3), Cells.Ratio(PerSecond(Ours(result)) / result.Row.Published?.Wf4));
        }

        return table.Render();
    }

    private BarChart ChartOf(IReadOnlyList<RowResult> results) => new(
        Id,
        Title,
        "operations a second, logarithmic",
        [.. results.Select(result => ShortName(result.Row))],
        [
            new BarSeries("WF3 (published)", Colors.Wf3, [.. results.Select(static result => result.Row.Published?.Wf3)]),
            new BarSeries("WF4 (published)", Colors.Wf4, [.. results.Select(static result => result.Row.Published?.Wf4)]),
            new BarSeries("2010 design on .NET 10 (recorded)", Colors.Design2010, [.. results.Select(static result => PerSecond2010(result.Row))]),
            new BarSeries("this engine", Colors.Ours, [.. results.Select(static result => PerSecond(Ours(result)))]),
            new BarSeries("hand-written C#", Colors.ByHand, [.. results.Select(static result => PerSecond(ByHand(result)))]),
        ]);

    private static double? PerSecond2010(Row row) => row.Design2010?.Nanoseconds is { } nanoseconds ? 1e9 / nanoseconds : null;
}
