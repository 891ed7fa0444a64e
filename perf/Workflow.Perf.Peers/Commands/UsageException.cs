namespace Workflow.Perf.Peers.Commands;

/// <summary>The exception for an invalid command line. The message describes the error.</summary>
internal sealed class UsageException(string message) : Exception(message);
