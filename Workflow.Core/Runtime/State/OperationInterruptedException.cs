namespace Workflow.Runtime.State;

/// <summary>The reason of an abort because an operation ended early while the application was stopping (rule 7.7.1). Not a failure of the instance.</summary>
internal sealed class OperationInterruptedException(string message, Exception? innerException) : OperationCanceledException(message, innerException);
