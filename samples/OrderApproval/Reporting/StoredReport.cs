using System.Globalization;
using System.Text;
using OrderApproval.Storage;

namespace OrderApproval.Reporting;

/// <summary>The data about one order in the views of the store.</summary>
internal static class StoredReport
{
    public static string Render(StoredOrder order, string store)
    {
        StringBuilder text = new();
        text.AppendLine(Texts.Printable($"Order {order.Number} in {store}:"));
        Add("Instance", $"{order.InstanceId}, {order.Status}");
        Add("Decision", order.Decision.ToString());
        Add("Total", order.Total is { } total ? Texts.Money(total) : "-");
        Add("Waits at", order.Bookmarks.Length == 0 ? "-" : order.Bookmarks);
        Add("Since (UTC)", order.SinceText);
        Add("Locked on", order.HeldOn ?? "-");
        if (order.Attempts > 0)
        {
            Add("Failures", $"{order.Attempts}, the last: {order.LastError}");
        }

        return text.ToString();

        void Add(string name, string value) => text.AppendLine(CultureInfo.InvariantCulture, $"  {name,-12} {Texts.Printable(value)}");
    }
}
