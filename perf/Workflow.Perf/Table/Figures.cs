using System.Globalization;

namespace Workflow.Perf.Table;

/// <summary>Formats numbers with their significant digits, independently of the culture.</summary>
internal static class Figures
{
    public static string Nanoseconds(double value) => Math.Abs(value) switch
    {
        < 10 => Format(value, "0.##"),
        < 100 => Format(value, "0.#"),
        _ => Format(value, "N0"),
    };

    public static string Bytes(double value) => Math.Abs(value) switch
    {
        < Budget.ByteTolerance => "0",
        < 10 => Format(value, "0.#"),
        _ => Format(value, "N0"),
    };

    /// <summary>Formats the operations per second; a dash if a subtraction left no time.</summary>
    public static string Rate(double nanoseconds) => nanoseconds > 0 ? PerSecond(1e9 / nanoseconds) : "-";

    public static string PerSecond(double rate) => rate < 100 ? Format(rate, "0.#") : Format(rate, "N0");

    public static string Ratio(double value) => double.IsFinite(value) && value > 0 ? Format(value, value < 10 ? "0.0#" : "N0") : "-";

    private static string Format(double value, string format)
    {
        string text = value.ToString(format, CultureInfo.InvariantCulture);
        return text == "-0" ? "0" : text;
    }
}
