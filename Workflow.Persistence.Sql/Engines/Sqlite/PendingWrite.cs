namespace Workflow.Persistence.Sql;

/// <summary>A save or unlock in a transaction, and the function that executes it.</summary>
/// <param name="Owner">The owner.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The lock version of the instance; 0 for a first save.</param>
/// <param name="Keys">The keys that the write adds.</param>
/// <param name="Write">Executes the write inside a write transaction.</param>
internal sealed record PendingWrite(
    SqlOwner Owner, Guid InstanceId, long LockVersion, IReadOnlyCollection<Guid> Keys, Func<SqliteSession, StoreResult> Write)
    : TransactionWrite(Owner, InstanceId, LockVersion)
{
    public override IReadOnlyCollection<Guid> Keys { get; } = Keys;
}
