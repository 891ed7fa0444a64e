namespace Workflow.Persistence.Sql;

/// <summary>A lock in a transaction of the application.</summary>
/// <param name="InstanceId">The instance.</param>
/// <param name="Version">The version of the lock; 0: it was given back.</param>
/// <param name="Failure">Why its host failed with it; null: it did not.</param>
internal sealed record HeldLock(Guid InstanceId, long Version, string? Failure);
