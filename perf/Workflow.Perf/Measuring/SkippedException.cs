namespace Workflow.Perf.Measuring;

/// <summary>The exception for a row that cannot be measured on this machine. The message names the missing requirement.</summary>
internal sealed class SkippedException(string message) : Exception(message);
