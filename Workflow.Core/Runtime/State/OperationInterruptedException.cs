namespace Workflow.Runtime.State;

/// <summary>The reason for which an instance is aborted when its application stops and an operation has ended early (rule 7.7.1). No failure of the instance.</summary>
internal sealed class OperationInterruptedException(string message, Exception? innerException) : OperationCanceledException(message, innerException);
