using System.Globalization;

namespace OrderApproval.Reporting;

/// <summary>Texts for the output.</summary>
internal static class Texts
{
    public static string Money(decimal amount) => amount.ToString("N2", CultureInfo.InvariantCulture);

    /// <summary>Replaces control characters, because those in a text from a file would move the cursor.</summary>
    public static string Printable(string text) => string.Concat(text.Select(character => char.IsControl(character) ? '?' : character));

    /// <summary>Returns a line with the number of rows that are not shown; empty if all are shown.</summary>
    public static string More(int count) => count == 0 ? "" : $"... and {count} more; '--all' prints them.{Environment.NewLine}";

    public static string Orders(int count) => count == 1 ? "1 order" : $"{count} orders";
}
