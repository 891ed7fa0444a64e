namespace Workflow.Persistence.Sql;

/// <summary>A lock in a transaction of the application.</summary>
/// <param name="InstanceId">The instance.</param>
/// <param name="Version">The version of the lock; 0 if it was released.</param>
/// <param name="Failure">The reason why the host failed with the instance; null if it did not fail.</param>
internal sealed record HeldLock(Guid InstanceId, long Version, string? Failure);
