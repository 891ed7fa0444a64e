namespace Workflow.Testing;

/// <summary>The exception that ends the store calls of a lost process. The test kit catches it.</summary>
internal sealed class ProcessLostException() : Exception("The process is lost.");
