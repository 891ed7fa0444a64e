using System.Text;
using Workflow.Perf.Measuring;

namespace Workflow.Perf.Table;

/// <summary>The table of the workflows of WF3: three forms of each workload, and the published figures.</summary>
internal static class LegacyTable
{
    /// <summary>The goal for the speed of the runtime, as a multiple of the published speed of WF3 on its server.</summary>
    private const double Goal = 10;

    private const string None = "-";

    public static void Append(StringBuilder text, IReadOnlyList<RowResult> results)
    {
        if (results.Count == 0)
        {
            return;
        }

        text.Append("\n## Legacy: published 1 : 1.74 : 97.4\n\n");
        text.Append(
            "Operations a second of the runtime for WF3, of the same activities through Interop, and of a new workflow; the ratio has the first as 1. ");
        text.Append("The published ratio of the title is that of the sequence of five activities.\n\n");
        MarkdownTable table = new(
            "row", "op/s", "ns/op", "B/op", "Interop op/s", "new op/s", "ratio", "published ratio", "WF3 op/s", "x WF3", "goal", "verdict");
        foreach (RowResult result in results)
        {
            table.Add(
                result.Measurement is { } measured
                    ? Cells(result.Row, measured)
                    : [result.Row.Name, .. Enumerable.Repeat(None, 10), result.Skipped is null ? "FAILED" : "skipped"]);
        }

        text.Append(table.Render());
    }

    private static string[] Cells(Row row, Measurement measured)
    {
        double legacy = measured.Workflow.Median;
        string interop = measured.Comparison is { } through ? Figures.Ratio(legacy / through.Median) : None;
        double? speed = row.Published is { } published ? 1e9 / legacy / published.Wf3 : null;
        return
        [
            row.Name,
            Figures.Rate(legacy),
            Figures.Nanoseconds(legacy),
            Figures.Bytes(measured.Workflow.Bytes),
            measured.Comparison is { } comparison ? Figures.Rate(comparison.Median) : None,
            Figures.Rate(measured.ByHand.Median),
            $"1 : {interop} : {Figures.Ratio(legacy / measured.ByHand.Median)}",
            row.Published is { } both ? $"1 : {(row.Id == "legacy-sequence" ? "1.74" : None)} : {Figures.Ratio(both.Wf4 / both.Wf3)}" : None,
            row.Published is { } old ? Figures.PerSecond(old.Wf3) : None,
            speed is { } times ? Figures.Ratio(times) : None,
            speed is null ? None : $">= {Goal} x",
            speed is null ? None : speed >= Goal ? Verdict.Met : "NOT met",
        ];
    }
}
