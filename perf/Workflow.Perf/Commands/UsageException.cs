namespace Workflow.Perf.Commands;

/// <summary>The exception for an invalid command line. The message describes what is allowed.</summary>
internal sealed class UsageException(string message) : Exception(message);
