using System.Globalization;
using Workflow.Perf.Commands;

namespace Workflow.Perf.Reports;

/// <summary>The part of a README that shows the headline chart and table. The command writes it between two comments.</summary>
internal static class ReadmeSection
{
    public const string Begin = "<!-- perf: written by 'report --readme' -->";
    public const string End = "<!-- perf: end -->";

    /// <summary>Returns the text with the part between the comments replaced.</summary>
    /// <param name="readme">The text of the README.</param>
    /// <param name="headline">The table with the headline figures.</param>
    /// <param name="chart">The path of the chart, relative to the README.</param>
    /// <param name="title">The title of the chart.</param>
    /// <param name="report">The path of the report, relative to the README.</param>
    /// <param name="machine">The environment in which the figures were taken.</param>
    /// <exception cref="UsageException">The text does not have the two comments.</exception>
    public static string Replace(string readme, string headline, string chart, string title, string report, Measuring.Machine machine)
    {
        int begin = readme.IndexOf(Begin, StringComparison.Ordinal);
        int end = readme.IndexOf(End, StringComparison.Ordinal);
        if (begin < 0 || end < begin)
        {
            throw new UsageException($"The README has no line '{Begin}' before a line '{End}'; add both lines where the headline table belongs.");
        }

        string text = string.Create(
            CultureInfo.InvariantCulture,
            $"![{title}]({chart})\n\n{headline}\nOperations a second, on {machine.Processor}, {machine.Cores} cores, {machine.Runtime}, {machine.Date}. WF3 and WF4 are the figures that Microsoft published in 2010. "
            + $"[The report]({report}) contains all tables.\n");
        return $"{readme[..(begin + Begin.Length)]}\n\n{text}\n{readme[end..]}";
    }
}
