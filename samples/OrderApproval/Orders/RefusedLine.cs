namespace OrderApproval.Orders;

/// <summary>A line of the orders file that is no order; lines count from 1.</summary>
internal sealed record RefusedLine(int Number, string Reason);
