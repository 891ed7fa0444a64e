namespace OrderApproval.Orders;

/// <summary>An order as stored in a line of the orders file; prices are in euros, without tax.</summary>
internal sealed record Order(string Id, DateOnly Placed, string Customer, string Country, IReadOnlyList<OrderLine> Lines);

/// <summary>A line of an order.</summary>
internal sealed record OrderLine(string Sku, string Name, int Quantity, decimal UnitPrice);
