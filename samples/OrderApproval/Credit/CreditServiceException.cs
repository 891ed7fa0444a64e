namespace OrderApproval.Credit;

/// <summary>The exception for a credit service that does not answer. A later attempt may succeed.</summary>
internal sealed class CreditServiceException(string message) : Exception(message);
