using System.Globalization;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The rows of the engine that have a budget, next to the recorded cost of the 2010 design.</summary>
internal sealed class EngineSection(IReadOnlyList<Row> rows) : RowSection(
    "engine",
    "What one step costs, against the 2010 design on .NET 10",
    "The gain is largest where the 2010 design queued two work items and made several objects for each child, which this engine runs inline without an object, and smallest where an exception, "
    + "a transaction of .NET or a thread of the pool sets the limit.",
    _ => rows)
{
    protected override int Subjects => 3;

    public override SectionContent Render(ReportScope scope)
    {
        RowResult[] results = [.. Rows(scope).Select(scope.Of)];
        MarkdownTable table = new(
            "row", "2010 design ns", "2010 design B", "ours ns", "quartiles", "spread", "ours B",
            "by hand ns", "2010 design : ours", "ours : by hand", "compared with", "x as fast", "budget", "verdict");
        foreach (RowResult result in results)
        {
            table.Add(CellsOf(result));
        }

        RowResult[] charted = [.. results.Where(static result => result.Row.Design2010?.Nanoseconds is not null)];
        return new SectionContent(table.Render(), [ChartOf(charted)], Readings(scope));
    }

    private static string[] CellsOf(RowResult result)
    {
        Row row = result.Row;
        Spread? ours = Ours(result);
        return
        [
            row.Name, row.Design2010?.Nanoseconds is { } old ? Figures.Nanoseconds(old) : None, Cells.Bytes(row.Design2010?.Bytes), Cells.Nanoseconds(ours),
            ours is null ? None : $"{Figures.Nanoseconds(ours.Lower)} .. {Figures.Nanoseconds(ours.Upper)}",
            Cells.SpreadOf(ours), Cells.Bytes(result.Measurement?.Workflow.Bytes), Cells.Nanoseconds(ByHand(result)),
            Cells.Ratio(row.Design2010?.Nanoseconds / ours?.Median), Cells.Ratio(result.Measurement?.Workflow.RatioTo(result.Measurement.ByHand)),
            row.ComparedWith ?? None,
            Cells.Ratio(result.Measurement?.Speed), row.Budget?.ToString() ?? None, result.Measurement is { } measured ? Verdict.Of(row, measured) : None,
        ];
    }

    private BarChart ChartOf(IReadOnlyList<RowResult> results) => new(
        Id,
        Title,
        "nanoseconds, logarithmic",
        [.. results.Select(static result => Short(result.Row.Name))],
        [
            new BarSeries("2010 design on .NET 10 (recorded)", Colors.Design2010, [.. results.Select(static result => result.Row.Design2010?.Nanoseconds)]),
            new BarSeries("this engine", Colors.Ours, [.. results.Select(static result => Ours(result)?.Median)]),
            new BarSeries("hand-written C#", Colors.ByHand, [.. results.Select(static result => ByHand(result)?.Median)]),
        ]);

    /// <summary>Shortens a name, so that it fits next to a bar.</summary>
    private static string Short(string name) => name.Length <= 36 ? name : string.Create(CultureInfo.InvariantCulture, $"{name.AsSpan(0, 34).TrimEnd()}…");
}
