namespace Workflow.Persistence;

/// <summary>A lock that its owner gives back.</summary>
/// <param name="InstanceId">The instance.</param>
/// <param name="LockVersion">The version of the lock: once another owner has the instance, the store refuses it, so that it can be repeated without harm.</param>
/// <param name="Failure">What the host failed with; null when it did not fail.</param>
internal sealed record LockReturn(Guid InstanceId, long LockVersion, string? Failure)
{
    /// <summary>Sends it to the store, once.</summary>
    public Task SendAsync(InstanceStore store, InstanceOwner owner, CancellationToken cancellationToken) => Failure is null
        ? store.UnlockAsync(owner, InstanceId, LockVersion, cancellationToken)
        : store.UnlockFailedAsync(owner, InstanceId, LockVersion, Failure, cancellationToken);
}
