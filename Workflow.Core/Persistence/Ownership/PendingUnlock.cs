namespace Workflow.Persistence;

/// <summary>The release of a lock by its owner.</summary>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">
/// The version of the lock. If another owner has the instance, the store rejects this version, so that the release can be repeated safely.
/// </param>
/// <param name="Failure">The text of the failure of the host; null for none.</param>
internal sealed record PendingUnlock(Guid InstanceId, long LockVersion, string? Failure)
{
    /// <summary>True if the instance is also suspended.</summary>
    public bool IsSuspended { get; init; }

    /// <summary>Sends the release to the store once.</summary>
    public Task SendAsync(InstanceStore store, InstanceOwner owner, CancellationToken cancellationToken) => this switch
    {
        { Failure: null } => store.UnlockAsync(owner, InstanceId, LockVersion, cancellationToken),
        { IsSuspended: true } => store.SuspendAsync(owner, InstanceId, LockVersion, Failure, cancellationToken),
        _ => store.UnlockFailedAsync(owner, InstanceId, LockVersion, Failure, cancellationToken),
    };
}
