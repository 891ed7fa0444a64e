namespace Workflow.Persistence.Sql;

/// <summary>A request to unlock an instance.</summary>
/// <param name="Owner">The owner that holds the instance.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The version of the lock.</param>
/// <param name="Failure">The reason why the host failed with the instance; null if it did not fail.</param>
internal sealed record UnlockRequest(SqlOwner Owner, Guid InstanceId, long LockVersion, string? Failure)
{
    /// <summary>The reason why the host failed with the instance; null if it did not fail. May be the message of any exception.</summary>
    public string? Failure { get; } = Failure is null ? null : StorableText.ForDisplay(Failure);

    /// <summary>True to suspend the instance. Then <see cref="Failure"/> is the reason.</summary>
    public bool Suspends { get; init; }
}
