namespace Workflow.Persistence.Sql;

/// <summary>A transaction cannot commit, because others have changed the same rows concurrently. It may succeed when it is repeated.</summary>
internal sealed class TransactionConflictException(string message, Exception? innerException) : InstancePersistenceException(message, innerException);
