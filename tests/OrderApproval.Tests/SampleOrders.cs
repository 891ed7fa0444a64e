using OrderApproval.Orders;

namespace OrderApproval.Tests;

/// <summary>Orders for tests. Tests derive their orders from the valid order by a 'with' expression.</summary>
internal static class SampleOrders
{
    public static Order Valid => Of(new OrderLine("KB-0110", "Keyboard", 2, 50m));

    public static Order Of(params OrderLine[] lines) => new("SO-1", new DateOnly(2025, 3, 3), "C-1", "DE", lines);

    public static OrderLine Line(int quantity, decimal unitPrice, string sku = "KB-0110") => new(sku, "Keyboard", quantity, unitPrice);
}
