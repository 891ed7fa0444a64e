namespace OrderApproval.Credit;

/// <summary>The credit service does not answer; a later try may succeed.</summary>
internal sealed class CreditServiceException(string message) : Exception(message);
