namespace Workflow.Persistence.Sql;

/// <summary>A save or an unlock. In a transaction it is written when the transaction commits.</summary>
/// <param name="Owner">The owner.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The version of its lock; 0: it is a first save.</param>
internal abstract record TransactionWrite(SqlOwner Owner, Guid InstanceId, long LockVersion)
{
    /// <summary>The keys that it adds.</summary>
    public abstract IReadOnlyCollection<Guid> Keys { get; }

    /// <summary>Why the transaction cannot commit: the answer was another one when the write was tried.</summary>
    public Exception RefusedBy(StoreAnswer answer, StoreReporter reporter)
    {
        if (answer.Outcome == StoreOutcome.KeyTaken)
        {
            return AnswerFailures.OfWrite(answer, Owner, InstanceId, LockVersion);
        }

        reporter.LockLost(InstanceId, Owner.Options.Name, Owner.Id, LockVersion);
        return new InstanceLockLostException($"The lock of the instance '{InstanceId}' was lost before the transaction could commit; load the instance again.", InstanceId);
    }
}
