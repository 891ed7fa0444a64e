namespace OrderApproval;

/// <summary>The program was called in a way that it cannot serve; the message is for the user.</summary>
internal sealed class UsageException(string message) : Exception(message);
