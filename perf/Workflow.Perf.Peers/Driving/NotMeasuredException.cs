namespace Workflow.Perf.Peers.Driving;

/// <summary>A system cannot do the work of a row; the message says why, and the table has it.</summary>
internal sealed class NotMeasuredException(string message) : Exception(message);
