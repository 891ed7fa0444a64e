namespace OrderApproval;

/// <summary>The exception for invalid arguments of the program. The message is for the user.</summary>
internal sealed class UsageException(string message) : Exception(message);
