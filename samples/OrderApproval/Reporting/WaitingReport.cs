using System.Globalization;
using System.Text;
using OrderApproval.Storage;

namespace OrderApproval.Reporting;

/// <summary>The report about the orders that wait for a person; empty if there are none.</summary>
internal static class WaitingReport
{
    public static string Render(IReadOnlyList<StoredOrder> waiting, bool showsAll)
    {
        if (waiting.Count == 0)
        {
            return "";
        }

        int shown = showsAll ? waiting.Count : Math.Min(waiting.Count, Report.FirstRows);
        TextTable table = new("Order", "[Total]", "Waits for", "Since (UTC)", "Reason");
        foreach (StoredOrder order in waiting.Take(shown))
        {
            table.Add(
                order.Number,
                order.Total is { } total ? Texts.Money(total) : "-",
                order.Approver ?? "-",
                order.SinceText,
                order.Reason);
        }

        return new StringBuilder()
            .AppendLine()
            .AppendLine(CultureInfo.InvariantCulture, $"{Texts.Orders(waiting.Count)} {(waiting.Count == 1 ? "waits" : "wait")} for a decision:")
            .Append(table)
            .Append(Texts.More(waiting.Count - shown))
            .ToString();
    }
}
