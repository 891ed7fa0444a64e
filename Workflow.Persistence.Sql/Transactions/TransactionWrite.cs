namespace Workflow.Persistence.Sql;

/// <summary>A save or an unlock. In a transaction, it is written when the transaction commits.</summary>
/// <param name="Owner">The owner.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The lock version of the instance; 0 for a first save.</param>
internal abstract record TransactionWrite(SqlOwner Owner, Guid InstanceId, long LockVersion)
{
    /// <summary>The keys that the write adds.</summary>
    public abstract IReadOnlyCollection<Guid> Keys { get; }

    /// <summary>Creates the exception for a transaction that cannot commit, because the write succeeded when it was tried but fails now.</summary>
    public Exception RefusedBy(StoreResult result, StoreReporter reporter)
    {
        if (result.Outcome == StoreOutcome.KeyTaken)
        {
            return StoreErrors.OfWrite(result, Owner, InstanceId, LockVersion);
        }

        reporter.LockLost(InstanceId, Owner.Options.Name, Owner.Id, LockVersion);
        return new InstanceLockLostException(
            $"The lock of the instance '{InstanceId}' was lost before the transaction could commit; load the instance again.", InstanceId);
    }
}
