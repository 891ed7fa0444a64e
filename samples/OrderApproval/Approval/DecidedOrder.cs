using OrderApproval.Orders;
using OrderApproval.Pricing;

namespace OrderApproval.Approval;

/// <summary>An order, what was decided, and what it costs; there is no quote for an order that cannot be priced.</summary>
internal sealed record DecidedOrder(Order Order, Decision Decision, Quote? Quote);
