namespace Workflow.Persistence.Sql;

/// <summary>A save or unlock in a transaction, with what writes it.</summary>
/// <param name="Owner">The owner.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The version of its lock.</param>
/// <param name="Keys">The keys that it adds.</param>
/// <param name="Write">Writes it, inside a write transaction.</param>
internal sealed record PendingWrite(SqlOwner Owner, Guid InstanceId, long LockVersion, IReadOnlyCollection<Guid> Keys, Func<SqliteSession, StoreAnswer> Write)
    : TransactionWrite(Owner, InstanceId, LockVersion)
{
    public override IReadOnlyCollection<Guid> Keys { get; } = Keys;
}
