using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>Workflows in the style of WF3: in their own runtime, through the Interop activity, and as a new workflow.</summary>
internal sealed class InteropSection() : ReportSection(
    "interop",
    "Interop: published 1 : 1.74 : 97.4",
    "Published, Interop is faster than the runtime for WF3, which had an engine of its own; here both run on one engine and make the same tree for each instance, so Interop costs what the activity around the tree adds, and "
    + "only the new workflow keeps the published distance. A transaction scope is one operation, for the reason given with the table of transactions; with the other reading, divide its ratio to WF3 by 50.")
{
    /// <summary>The rows in the style of WF3, each with the row that has its hand-written counterpart.</summary>
    private static readonly (Row Legacy, Row ByHand)[] Lines =
    [
        .. new[]
        {
            ("legacy-empty", "invoke-empty"), ("legacy-single", "single-activity"), ("legacy-sequence", "sequence-5"),
            ("legacy-while", "while-1000"), ("legacy-replicator", "parallel-foreach"),
            ("legacy-nested", "nested-100"), ("legacy-transaction", "transaction-50"), ("legacy-compensation", "compensation"),
        }.Select(static ids => (RowOf(ids.Item1), RowOf(ids.Item2))),
    ];

    private static Row Sequence => RowOf("legacy-sequence");

    public override IReadOnlyList<Row> Rows(ReportScope scope) => [.. Lines.SelectMany(static line => new[] { line.Legacy, line.ByHand })];

    public override IEnumerable<ReportStep> Steps(ReportScope scope) => Lines.Select(line => new ReportStep(line.Legacy.Name, scope.Pace.SecondsOf(3), () =>
    {
        scope.Measure(line.Legacy);
        scope.Measure(line.ByHand);
    }));

    public override SectionContent Render(ReportScope scope)
    {
        MarkdownTable table = new(
            "workload", "WF3 published op/s", "WF3 runtime op/s", "through Interop op/s", "new workflow op/s", "by hand op/s",
            "published", "ours", "x WF3", "spread", "WF3 runtime B/op", "2010 design");
        foreach ((Row row, Row byHand) in Lines)
        {
            Measurement? measured = scope.Of(row).Measurement;
            table.Add(
                row.Name, Cells.PerSecond(row.Published?.Wf3), Cells.Rate(measured?.Workflow.Spread),
                Cells.Rate(measured?.Comparison?.Spread), Cells.Rate(measured?.ByHand.Spread),
                Cells.Rate(scope.Of(byHand).Measurement?.ByHand.Spread),
                PublishedRatio(row), OurRatio(measured), Cells.Ratio(1e9 / measured?.Workflow.Median / row.Published?.Wf3),
                Cells.SpreadOf(measured?.Workflow.Spread), Cells.Bytes(measured?.Workflow.Bytes), "not recorded");
        }

        return new SectionContent(table.Render(), [Chart(scope)], [.. Lines.SelectMany(line => Readings(line.Legacy, scope.Of(line.Legacy).Measurement))]);
    }

    private static Row RowOf(string id) => AllRows.List.Single(row => row.Id == id);

    private static string PublishedRatio(Row row)
    {
        (double wf3, double interop, double wf4) = PublishedFigures.Interop;
        return row == Sequence
            ? $"1 : {Figures.Ratio(interop / wf3)} : {Figures.Ratio(wf4 / wf3)}"
            : row.Published is { } both ? $"1 : {None} : {Figures.Ratio(both.Wf4 / both.Wf3)}" : None;
    }

    private static string OurRatio(Measurement? measured) => measured is null
        ? None
        : $"1 : {Cells.Ratio(measured.Workflow.Median / measured.Comparison?.Median)} : {Figures.Ratio(measured.Workflow.Median / measured.ByHand.Median)}";

    private IEnumerable<Reading> Readings(Row row, Measurement? measured)
    {
        if (measured is not null)
        {
            yield return new Reading($"{Id}/{row.Id}", "ns", measured.Workflow.Spread);
            yield return new Reading($"{Id}/{row.Id}/bytes", "B", Spread.Of([measured.Workflow.Bytes]));
            if (measured.Comparison is { } interop)
            {
                yield return new Reading($"{Id}/{row.Id}/interop", "ns", interop.Spread);
            }
        }
    }

    private BarChart Chart(ReportScope scope)
    {
        Measurement? measured = scope.Of(Sequence).Measurement;
        (double wf3, double interop, double wf4) = PublishedFigures.Interop;
        return new BarChart(
            Id,
            "Interop: a sequence of five activities",
            "workflows a second, logarithmic",
            ["in the runtime for WF3", "through Interop", "new workflow", "hand-written C#"],
            [
                new BarSeries("WF3 and WF4 (published)", Colors.Wf4, [wf3, interop, wf4, null]),
                new BarSeries(
                    "this engine", Colors.Ours, [1e9 / measured?.Workflow.Median, 1e9 / measured?.Comparison?.Median, 1e9 / measured?.ByHand.Median, null]),
                new BarSeries("hand-written C#", Colors.ByHand, [null, null, null, 1e9 / scope.Of(RowOf("sequence-5")).Measurement?.ByHand.Median]),
            ]);
    }
}
