namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Commits work as <see cref="DefaultWorkflowCommitWorkBatchService"/> does. In WF3 it gives persistence, tracking and the application one connection for each transaction. Here a
/// <c>SqlInstanceStore</c> always has one: <c>GetTransactionConnectionAsync</c> returns it in <see cref="IPendingWork.Commit"/>. What is written on it and the save of the instance are
/// committed by one database, and no transaction is distributed.
/// </summary>
public sealed class SharedConnectionWorkflowCommitWorkBatchService : DefaultWorkflowCommitWorkBatchService
{
    /// <summary>Makes the service.</summary>
    /// <param name="connectionString">The database. It is that of the store which the persistence service has, and is not used here.</param>
    /// <exception cref="ArgumentException">The text is null or empty.</exception>
    public SharedConnectionWorkflowCommitWorkBatchService(string connectionString) => ArgumentException.ThrowIfNullOrEmpty(connectionString);
}
