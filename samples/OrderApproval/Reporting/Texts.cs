using System.Globalization;

namespace OrderApproval.Reporting;

/// <summary>How things are written for people.</summary>
internal static class Texts
{
    public static string Money(decimal amount) => amount.ToString("N2", CultureInfo.InvariantCulture);

    /// <summary>Text from a file may hold anything; a control character would move the cursor.</summary>
    public static string Printable(string text) => string.Concat(text.Select(character => char.IsControl(character) ? '?' : character));

    /// <summary>A line that says how many rows are not shown; empty when all are.</summary>
    public static string More(int count) => count == 0 ? "" : $"... and {count} more; '--all' prints them.{Environment.NewLine}";

    public static string Orders(int count) => count == 1 ? "1 order" : $"{count} orders";
}
