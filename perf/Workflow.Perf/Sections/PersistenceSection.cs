using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Rows;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The workflow with two messages on each store.</summary>
internal sealed class PersistenceSection() : RowSection(
    "persistence",
    "Persistence: a workflow that two messages resume",
    "The published figures include a transport, and WF4 gains less over WF3 than without a store, because the database sets the limit; here the store writes the saves of many instances in one transaction, so an instance can "
    + "cost less than its statements by hand, which commit one after another. The header names the engines: without a SQL Server, its row runs on an engine that speaks the same protocol and language, whose figure stands for that engine only.",
    static scope => PersistenceRows.TwoMessages(scope.IsQuick ? QuickParts : FullParts))
{
    private const int QuickParts = 64, FullParts = 1_000;

    public override SectionContent Render(ReportScope scope)
    {
        RowResult[] results = [.. Rows(scope).Select(scope.Of)];
        MarkdownTable table = new(
            "store", "WF3 op/s", "WF4 op/s", "2010 design op/s", "ours op/s", "by hand op/s", "WF4 : WF3", "ours : WF4", "ours : by hand", "spread", "B/op");
        Add(table, "SQL Server over HTTP (published)", PublishedFigures.PersistenceOverHttp);
        Add(table, "SQL Server over TCP (published)", PublishedFigures.PersistenceOverTcp);
        foreach (RowResult result in results)
        {
            Spread? ours = Ours(result), byHand = ByHand(result);
            table.Add(
                result.Row.Name, None, None, "not recorded", Cells.Rate(ours), Cells.Rate(byHand),
                None, Cells.Ratio(PerSecond(ours) / PublishedFigures.PersistenceOverTcp.Wf4),
                Cells.Ratio(PerSecond(ours) / PerSecond(byHand)), Cells.SpreadOf(ours), Cells.Bytes(result.Measurement?.Workflow.Bytes));
        }

        return new SectionContent(table.Render(), [Chart(results)], Readings(scope));
    }

    private static void Add(MarkdownTable table, string name, Published published) => table.Add(
        name, Figures.PerSecond(published.Wf3), Figures.PerSecond(published.Wf4), None, None, None,
        Figures.Ratio(published.Wf4 / published.Wf3), None, None, None, None);

    private BarChart Chart(IReadOnlyList<RowResult> results)
    {
        Published[] published = [PublishedFigures.PersistenceOverHttp, PublishedFigures.PersistenceOverTcp];
        double?[] nothing = [null, null], noStore = [.. results.Select(static _ => (double?)null)];
        return new BarChart(
            Id,
            Title,
            "workflows a second, logarithmic",
            ["SQL Server over HTTP (2010)", "SQL Server over TCP (2010)", .. results.Select(static result => result.Row.Name)],
            [
                new BarSeries("WF3 (published)", Colors.Wf3, [.. published.Select(static figures => (double?)figures.Wf3), .. noStore]),
                new BarSeries("WF4 (published)", Colors.Wf4, [.. published.Select(static figures => (double?)figures.Wf4), .. noStore]),
                new BarSeries("this engine", Colors.Ours, [.. nothing, .. results.Select(static result => PerSecond(Ours(result)))]),
                new BarSeries("by hand", Colors.ByHand, [.. nothing, .. results.Select(static result => PerSecond(ByHand(result)))]),
            ]);
    }
}
