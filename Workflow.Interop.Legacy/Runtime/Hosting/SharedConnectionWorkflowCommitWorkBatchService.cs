namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Commits work in the same way as <see cref="DefaultWorkflowCommitWorkBatchService"/>. In WF3, this service shares one connection for each transaction between
/// persistence, tracking and the application. Here, a <c>SqlInstanceStore</c> always has such a connection: <c>GetTransactionConnectionAsync</c> returns it in
/// <see cref="IPendingWork.Commit"/>. One database commits the commands on this connection and the save of the instance, so no transaction is distributed.
/// </summary>
public sealed class SharedConnectionWorkflowCommitWorkBatchService : DefaultWorkflowCommitWorkBatchService
{
    /// <summary>Creates the service.</summary>
    /// <param name="connectionString">The connection string of the database. The persistence service connects to this database through its store, so the string
    /// is not used.</param>
    /// <exception cref="ArgumentException">The string is null or empty.</exception>
    public SharedConnectionWorkflowCommitWorkBatchService(string connectionString) => ArgumentException.ThrowIfNullOrEmpty(connectionString);
}
