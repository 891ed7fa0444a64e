using System.Globalization;
using System.Text;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>Finds the figures of two reports that differ by more than their spread.</summary>
internal static class Comparison
{
    /// <summary>Returns the figures of both reports whose medians differ by more than the distance of the quartiles of either report.</summary>
    public static IReadOnlyList<(Reading Before, Reading After)> Changes(IEnumerable<Reading> before, IEnumerable<Reading> after)
    {
        Dictionary<string, Reading> old = before.ToDictionary(static reading => reading.Key);
        return
        [
            .. after.Where(reading => old.TryGetValue(reading.Key, out Reading? earlier) && earlier.Unit == reading.Unit
                    && IsChange(earlier.Value, reading.Value))
                .Select(reading => (old[reading.Key], reading)),
        ];
    }

    /// <summary>Writes the section of the report.</summary>
    /// <param name="file">The name of the file that the report is compared with.</param>
    /// <param name="before">The data of that file.</param>
    /// <param name="after">The data of this report.</param>
    public static string Render(string file, ReportData before, ReportData after)
    {
        IReadOnlyList<(Reading Before, Reading After)> changes = Changes(before.Readings, after.Readings);
        HashSet<string> keys = [.. before.Readings.Select(static reading => reading.Key)];
        int common = after.Readings.Count(reading => keys.Contains(reading.Key));
        StringBuilder text = new();
        text.Append(CultureInfo.InvariantCulture, $"## Compared with {file}\n\n");
        text.Append(
            CultureInfo.InvariantCulture,
            $"The other report: {before.Machine.Date}, {before.Machine.Processor}, {before.Machine.Cores} cores, engine {before.Machine.Engine}.\n");
        if (before.IsQuick != after.IsQuick || before.Machine.Processor != after.Machine.Processor)
        {
            text.Append("\n**The two reports were not taken in the same way: one was quick and one was not, or the processors differ.**\n");
        }

        text.Append(
            CultureInfo.InvariantCulture,
            $"\n{changes.Count} of {common} figures changed by more than the distance of the quartiles of either report.\n");
        if (changes.Count > 0)
        {
            text.Append('\n').Append(RenderChanges(changes));
        }

        return text.ToString();
    }

    private static string RenderChanges(IReadOnlyList<(Reading Before, Reading After)> changes)
    {
        MarkdownTable table = new("figure", "unit", "before", "quartiles", "now", "quartiles", "change");
        foreach ((Reading before, Reading after) in changes.OrderByDescending(
            static change => Math.Abs(Math.Log(Math.Max(change.After.Value.Median, 1e-9) / Math.Max(change.Before.Value.Median, 1e-9)))))
        {
            table.Add(
                after.Key, after.Unit, Figures.Nanoseconds(before.Value.Median), Quartiles(before.Value),
                Figures.Nanoseconds(after.Value.Median), Quartiles(after.Value), Change(before, after));
        }

        return table.Render();
    }

    private static bool IsChange(Spread before, Spread after) =>
        Math.Abs(after.Median - before.Median) > Math.Max(Math.Max(before.Width, after.Width), Budget.ByteTolerance);

    private static string Quartiles(Spread value) => $"{Figures.Nanoseconds(value.Lower)} .. {Figures.Nanoseconds(value.Upper)}";

    private static string Change(Reading before, Reading after) => before.Value.Median > 0
        ? ((after.Value.Median / before.Value.Median) - 1).ToString("+0 %;-0 %", CultureInfo.InvariantCulture)
        : "-";
}
