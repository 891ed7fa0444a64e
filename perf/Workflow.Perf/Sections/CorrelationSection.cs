using System.Globalization;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The cost of finding an instance by a key instead of its id, in memory and in a database.</summary>
internal sealed class CorrelationSection() : RowSection(
    "correlation",
    "Correlation by key",
    "The published loss from context to content correlation is the evaluation of a query over each message; here a key is a row of an index, so the first key costs one more lookup and each further key one more entry, and with a "
    + "database both disappear behind the commit.",
    static scope => [.. KeysOf(scope).SelectMany(keys => PersistenceRows.Correlation(keys, scope.IsQuick ? QuickParts : FullParts))])
{
    private const int QuickParts = 32, FullParts = 250;

    public override SectionContent Render(ReportScope scope)
    {
        MarkdownTable table = new(
            "correlated", "WF3", "WF4 op/s, TCP", "ours op/s, in memory", "by hand op/s", "spread",
            "WF4 op/s, TCP and SQL", "ours op/s, SQLite", "by hand op/s", "spread", "2010 design", "WF4 of context", "ours of id", "WF4 of context, SQL",
            "ours of id, SQLite");
        RowResult memoryById = At(scope, 0, 0), sqliteById = At(scope, 0, 1);
        foreach ((int index, int keys) in KeysOf(scope).Index())
        {
            RowResult memory = At(scope, index, 0), sqlite = At(scope, index, 1);
            double published = PublishedFigures.Correlation[keys], withSql = PublishedFigures.CorrelationWithPersistence[keys];
            table.Add(
                keys == 0 ? "by context, ours by id" : string.Create(CultureInfo.InvariantCulture, $"by content, {keys} keys"), "not published",
                Figures.PerSecond(published), Cells.Rate(Ours(memory)), Cells.Rate(ByHand(memory)), Cells.SpreadOf(Ours(memory)),
                Figures.PerSecond(withSql), Cells.Rate(Ours(sqlite)), Cells.Rate(ByHand(sqlite)), Cells.SpreadOf(Ours(sqlite)), "not recorded",
                Percent(published / PublishedFigures.Correlation[0]), Percent(Ours(memoryById)?.Median / Ours(memory)?.Median),
                Percent(withSql / PublishedFigures.CorrelationWithPersistence[0]), Percent(Ours(sqliteById)?.Median / Ours(sqlite)?.Median));
        }

        return new SectionContent(table.Render(), [Chart(scope)], Readings(scope));
    }

    private static string Percent(double? part) => part?.ToString("0 %", CultureInfo.InvariantCulture) ?? None;

    /// <summary>Returns the numbers of keys: zero for correlation by id, and the published numbers.</summary>
    private static int[] KeysOf(ReportScope scope) => scope.IsQuick ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];

    private RowResult At(ReportScope scope, int index, int store) => scope.Of(Rows(scope)[(index * 2) + store]);

    private LineChart Chart(ReportScope scope) => new(
        Id,
        Title,
        "keys of an instance; 0 is correlation by context, or by id",
        "workflows a second, logarithmic",
        [
            new LineSeries("WF4, TCP (published)", Colors.Wf4, [.. PublishedFigures.Correlation.Select(static (rate, keys) => ((double)keys, rate))]),
            new LineSeries(
                "WF4, TCP, SQL (published)", Colors.Wf3, [.. PublishedFigures.CorrelationWithPersistence.Select(static (rate, keys) => ((double)keys, rate))]),
            new LineSeries("ours, in memory", Colors.Ours, [.. Points(scope, 0, Ours)]),
            new LineSeries("ours, SQLite", Colors.OursToo, [.. Points(scope, 1, Ours)]),
            new LineSeries("by hand, in memory", Colors.ByHand, [.. Points(scope, 0, ByHand)]),
        ],
        isLogarithmicAcross: false);

    private IEnumerable<(double X, double Y)> Points(ReportScope scope, int store, Func<RowResult, Spread?> figure)
    {
        foreach ((int index, int keys) in KeysOf(scope).Index())
        {
            if (PerSecond(figure(At(scope, index, store))) is { } rate)
            {
                yield return (keys, rate);
            }
        }
    }
}
