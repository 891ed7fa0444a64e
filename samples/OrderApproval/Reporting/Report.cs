using System.Globalization;
using System.Text;
using OrderApproval.Approval;

namespace OrderApproval.Reporting;

/// <summary>The report about the orders after the run.</summary>
internal static class Report
{
    public const int FirstRows = 25;

    public static string Render(IReadOnlyList<DecidedOrder> decided, int started, int refused, TimeSpan elapsed, bool showsAll)
    {
        StringBuilder text = new();
        int shown = showsAll ? decided.Count : Math.Min(decided.Count, FirstRows);
        text.Append(Orders(decided.Take(shown))).Append(Texts.More(decided.Count - shown));
        text.AppendLine().Append(Outcomes(decided)).AppendLine();
        if (started > 0)
        {
            text.AppendLine(Rate(started, elapsed));
        }

        if (started < decided.Count)
        {
            text.AppendLine(
                CultureInfo.InvariantCulture,
                $"{Texts.Orders(decided.Count - started)} {(decided.Count - started == 1 ? "was" : "were")} in the store already.");
        }

        if (refused > 0)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"{refused} {(refused == 1 ? "line was" : "lines were")} refused.");
        }

        return text.ToString();
    }

    private static TextTable Orders(IEnumerable<DecidedOrder> decided)
    {
        TextTable table = new("Order", "Placed", "Customer", "Country", "[Total]", "Outcome", "Reason");
        foreach (DecidedOrder row in decided)
        {
            table.Add(
                row.Order.Id,
                row.Order.Placed.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
                row.Order.Customer,
                row.Order.Country,
                row.Total is { } total ? Texts.Money(total) : "-",
                row.Decision.Outcome.ToString(),
                row.Decision.Reason);
        }

        return table;
    }

    private static TextTable Outcomes(IReadOnlyList<DecidedOrder> decided)
    {
        TextTable table = new("Outcome", "[Orders]", "[Total]");
        foreach (Outcome outcome in Enum.GetValues<Outcome>())
        {
            DecidedOrder[] those = [.. decided.Where(row => row.Decision.Outcome == outcome)];
            table.Add(outcome.ToString(), those.Length.ToString(CultureInfo.InvariantCulture), Texts.Money(those.Sum(row => row.Total ?? 0m)));
        }

        return table;
    }

    private static string Rate(int count, TimeSpan elapsed)
    {
        double rate = count / Math.Max(elapsed.TotalSeconds, 1e-6);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Texts.Orders(count)} in {elapsed.TotalSeconds:0.000} s: {rate:N0} orders a second, up to {ApprovalDesk.OrdersAtOnce} at once.");
    }
}
