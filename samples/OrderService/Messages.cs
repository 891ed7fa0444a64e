namespace OrderService;

/// <summary>What a customer orders.</summary>
/// <param name="Id">The number of the order, which the caller chooses.</param>
/// <param name="Customer">Who orders.</param>
/// <param name="Total">The price.</param>
public sealed record Order(string Id, string Customer, decimal Total);

/// <summary>Whether an order is accepted.</summary>
/// <param name="IsApproved">Whether it is.</param>
/// <param name="By">Who decided.</param>
/// <param name="RequestId">Identifies the request: sent again, it has no second effect. Null for none.</param>
public sealed record Decision(bool IsApproved, string By, string? RequestId);
