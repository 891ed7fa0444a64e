namespace OrderApproval.Credit;

/// <summary>The service for credit reports: an extension that the host supplies.</summary>
internal abstract class CreditService
{
    /// <summary>Finds the account of a customer; null if the service does not know the customer.</summary>
    /// <exception cref="CreditServiceException">The service does not answer.</exception>
    public abstract Task<CreditAccount?> FindAsync(string customer, CancellationToken cancellationToken);
}

/// <summary>The credit data of a customer; amounts in euros.</summary>
internal sealed record CreditAccount(Rating Rating, decimal Limit, decimal Open);

internal enum Rating
{
    A,
    B,
    C,
}
