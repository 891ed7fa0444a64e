namespace OrderApproval;

/// <summary>The program was called with invalid arguments; the message is for the user.</summary>
internal sealed class UsageException(string message) : Exception(message);
