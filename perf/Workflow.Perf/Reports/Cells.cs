using System.Globalization;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>Formats the cells that several tables have.</summary>
internal static class Cells
{
    private const string None = "-";

    /// <summary>Formats the distance of the quartiles, with the number of outliers. Bold marks a row whose median is doubtful.</summary>
    public static string SpreadOf(Spread? spread)
    {
        if (spread is null)
        {
            return None;
        }

        string text = spread.Relative.ToString("0 %", CultureInfo.InvariantCulture);
        string marked = spread.IsWide ? $"**{text}**" : text;
        return spread.Outliers == 0 ? marked : string.Create(CultureInfo.InvariantCulture, $"{marked}, {spread.Outliers} out");
    }

    /// <summary>Formats the operations per second.</summary>
    public static string Rate(Spread? nanoseconds) => nanoseconds is null ? None : Figures.Rate(nanoseconds.Median);

    public static string PerSecond(double? rate) => rate is { } known ? Figures.PerSecond(known) : None;

    public static string Ratio(double? value) => value is { } known ? Figures.Ratio(known) : None;

    public static string Nanoseconds(Spread? value) => value is null ? None : Figures.Nanoseconds(value.Median);

    public static string Bytes(double? value) => value is { } known ? Figures.Bytes(known) : None;
}
