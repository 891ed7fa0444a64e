namespace Workflow.Perf.Measuring;

/// <summary>A row cannot be measured on this machine; the message says what is missing.</summary>
internal sealed class SkippedException(string message) : Exception(message);
