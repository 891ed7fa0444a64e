namespace OrderService;

/// <summary>An order of a customer.</summary>
/// <param name="Id">The number of the order, which the caller chooses.</param>
/// <param name="Customer">The name of the customer.</param>
/// <param name="Total">The price.</param>
public sealed record Order(string Id, string Customer, decimal Total);

/// <summary>The decision about an order.</summary>
/// <param name="IsApproved">True if the order is accepted.</param>
/// <param name="By">The person who decided.</param>
/// <param name="RequestId">The id of the request. A repeated request with the same id has no second effect. Null for none.</param>
public sealed record Decision(bool IsApproved, string By, string? RequestId);
