namespace Workflow.Perf.Peers.Commands;

/// <summary>The command line cannot be understood; the message says what is wrong.</summary>
internal sealed class UsageException(string message) : Exception(message);
