using OrderApproval.Orders;

namespace OrderApproval.Approval;

/// <summary>An order, its decision, and its price in euros; there is no total for an order that cannot be priced.</summary>
internal sealed record DecidedOrder(Order Order, Decision Decision, decimal? Total);
