namespace Workflow.Persistence.Sql;

/// <summary>No connection could be opened: what was to be done has surely had no effect, and may be tried again.</summary>
internal sealed class DatabaseUnreachableException(string message, Exception failure) : InstancePersistenceException(message, failure);
