namespace Workflow.Persistence.Sql;

/// <summary>The row of an instance that was locked. The state is not decoded yet.</summary>
internal sealed record LoadedRow(
    Guid InstanceId, long LockVersion, WorkflowIdentity? Identity, InstanceStatus Status, EncodedState State, IReadOnlyCollection<Guid> Keys)
{
    /// <summary>The suspicion of the instance when it was loaded; 0 if it is not a suspect, or was not loaded as runnable.</summary>
    public int Suspicion { get; init; }

    /// <summary>The damage of the row, because of which the instance is released as failed; null if no damage is known.</summary>
    public SnapshotException? Damage { get; init; }
}
