namespace Workflow.Persistence.Sql;

/// <summary>An instance that is given back.</summary>
/// <param name="Owner">The owner that holds it.</param>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The version of the lock.</param>
/// <param name="Failure">Why its host failed with it; null: it did not.</param>
internal sealed record UnlockRequest(SqlOwner Owner, Guid InstanceId, long LockVersion, string? Failure)
{
    /// <summary>Why its host failed with it; null: it did not. It can be the message of any exception.</summary>
    public string? Failure { get; } = Failure is null ? null : StorableText.ForPeople(Failure);

    /// <summary>Whether the owner sets the instance aside. Then <see cref="Failure"/> is the reason.</summary>
    public bool Suspends { get; init; }
}
