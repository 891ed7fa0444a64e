namespace Workflow.Testing;

/// <summary>Ends the calls of a process that is lost. The kit catches it.</summary>
internal sealed class ProcessLostException() : Exception("The process is lost.");
