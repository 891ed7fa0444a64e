using System.Globalization;
using System.Text;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Reports;

/// <summary>Formats a sample for the console.</summary>
internal static class SampleText
{
    private const int MostStatements = 25, LongestStatement = 150;

    /// <summary>Returns all figures in one line.</summary>
    public static string Line(Sample sample) =>
        sample.NotMeasured is { } reason
            ? $"not measured: {reason}"
            : string.Join(", ", sample.Figures.Select(static figure => $"{figure.Key} {Number(figure.Value)}"));

    /// <summary>Returns the exceptions and the statements, each with its number for one instance.</summary>
    public static string Details(Sample sample)
    {
        StringBuilder text = new();
        foreach ((string type, long count) in sample.Exceptions.OrderByDescending(static pair => pair.Value))
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"{Per(count, sample),9}  thrown: {type}");
        }

        if (sample.Statements.Count > 0)
        {
            text.AppendLine("    calls  ms each  statement, for one instance");
        }

        foreach (Statement statement in sample.Statements.Take(MostStatements))
        {
            string flat = string.Join(' ', statement.Text.Split(default(char[]), StringSplitOptions.RemoveEmptyEntries));
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"{Per(statement.Calls, sample),9}  {statement.Milliseconds / statement.Calls,7:0.000}  {flat[..Math.Min(flat.Length, LongestStatement)]}");
        }

        return text.ToString();
    }

    /// <summary>Formats a number with about three significant digits.</summary>
    public static string Number(double value) =>
        value.ToString(value >= 100 ? "#,0" : value >= 10 ? "0.0" : value == 0 ? "0" : "0.00", CultureInfo.InvariantCulture);

    private static string Per(long count, Sample sample) => ((double)count / sample.Instances).ToString("0.000", CultureInfo.InvariantCulture);
}
