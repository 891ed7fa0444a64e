using System.Globalization;

namespace Workflow.Perf.Table;

/// <summary>Writes numbers with the digits that mean something, the same on every machine.</summary>
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

    /// <summary>Operations a second; none where a subtraction left nothing.</summary>
    public static string Rate(double nanoseconds) => nanoseconds > 0 ? PerSecond(1e9 / nanoseconds) : "-";

    public static string PerSecond(double rate) => rate < 100 ? Format(rate, "0.#") : Format(rate, "N0");

    public static string Ratio(double value) => double.IsFinite(value) && value > 0 ? Format(value, value < 10 ? "0.0#" : "N0") : "-";

    private static string Format(double value, string format)
    {
        string text = value.ToString(format, CultureInfo.InvariantCulture);
        return text == "-0" ? "0" : text;
    }
}
