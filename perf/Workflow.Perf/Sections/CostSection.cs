using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>Rows without a published counterpart: the cost of an operation, and its comparison with a goal.</summary>
internal sealed class CostSection(string id, string title, string difference, IReadOnlyList<Row> rows) : RowSection(id, title, difference, _ => rows)
{
    protected override int Subjects => rows.Any(static row => row.ComparedWith is not null) ? 3 : 2;

    public override SectionContent Render(ReportScope scope)
    {
        RowResult[] results = [.. Rows(scope).Select(scope.Of)];
        MarkdownTable table = new("row", "op/s", "ns", "quartiles", "spread", "B/op", "by hand op/s", "compared with", "x as fast", "goal", "verdict");
        foreach (RowResult result in results)
        {
            Row row = result.Row;
            Spread? ours = Ours(result);
            table.Add(
                row.Name, Cells.Rate(ours), Cells.Nanoseconds(ours),
                ours is null ? None : $"{Figures.Nanoseconds(ours.Lower)} .. {Figures.Nanoseconds(ours.Upper)}", Cells.SpreadOf(ours),
                Cells.Bytes(result.Measurement?.Workflow.Bytes), Cells.Rate(ByHand(result)),
                row.ComparedWith ?? None, Cells.Ratio(result.Measurement?.Speed), row.Budget?.ToString() ?? None,
                result.Measurement is { } measured ? Verdict.Of(row, measured) : None);
        }

        return new SectionContent(table.Render(), [ChartOf(results)], Readings(scope));
    }

    private BarChart ChartOf(IReadOnlyList<RowResult> results) => new(
        Id,
        Title,
        "operations a second, logarithmic",
        [.. results.Select(static result => result.Row.Id)],
        [
            new BarSeries("workflow", Colors.Ours, [.. results.Select(static result => PerSecond(Ours(result)))]),
            new BarSeries("hand-written C#", Colors.ByHand, [.. results.Select(static result => PerSecond(ByHand(result)))]),
        ]);
}
