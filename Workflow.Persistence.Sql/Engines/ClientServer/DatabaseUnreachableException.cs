namespace Workflow.Persistence.Sql;

/// <summary>No connection could be opened. The call has certainly had no effect and may be repeated.</summary>
internal sealed class DatabaseUnreachableException(string message, Exception failure) : InstancePersistenceException(message, failure);
