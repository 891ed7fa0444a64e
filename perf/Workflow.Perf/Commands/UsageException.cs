namespace Workflow.Perf.Commands;

/// <summary>The command line cannot be understood; the message says what is allowed.</summary>
internal sealed class UsageException(string message) : Exception(message);
