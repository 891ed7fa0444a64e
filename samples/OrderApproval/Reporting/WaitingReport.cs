using System.Globalization;
using System.Text;
using OrderApproval.Waiting;

namespace OrderApproval.Reporting;

/// <summary>The report about the orders that wait for a person; empty if there are none.</summary>
internal static class WaitingReport
{
    public static string Render(IReadOnlyList<WaitingOrder> waiting, bool showsAll)
    {
        if (waiting.Count == 0)
        {
            return "";
        }

        int shown = showsAll ? waiting.Count : Math.Min(waiting.Count, Report.FirstRows);
        TextTable table = new("Order", "[Total]", "Waits for", "Since (UTC)", "Reason");
        foreach (WaitingOrder order in waiting.Take(shown))
        {
            table.Add(
                order.Referral.Order,
                Texts.Money(order.Referral.Total),
                order.Referral.Approver,
                order.Since.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture),
                order.Referral.Reason);
        }

        return new StringBuilder()
            .AppendLine()
            .AppendLine($"{Texts.Orders(waiting.Count)} {(waiting.Count == 1 ? "waits" : "wait")} for a decision:")
            .Append(table)
            .Append(Texts.More(waiting.Count - shown))
            .ToString();
    }
}
