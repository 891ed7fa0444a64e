namespace Workflow.Perf.Peers.Driving;

/// <summary>The exception for a system that cannot do the work of a row. The message is the reason, which the table shows.</summary>
internal sealed class NotMeasuredException(string message) : Exception(message);
