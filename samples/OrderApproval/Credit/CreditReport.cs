namespace OrderApproval.Credit;

/// <summary>The outcome of a credit check. The rating and the available amount are those of a known customer.</summary>
internal sealed record CreditReport(CreditAnswer Answer, Rating Rating = Rating.C, decimal Available = 0m);

internal enum CreditAnswer
{
    Granted,
    OverLimit,
    UnknownCustomer,
    Unavailable,
}
