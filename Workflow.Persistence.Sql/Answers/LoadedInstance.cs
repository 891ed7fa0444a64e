namespace Workflow.Persistence.Sql;

/// <summary>An instance as its row has it, after it was locked; its state is not decoded yet.</summary>
internal sealed record LoadedInstance(Guid InstanceId, long LockVersion, WorkflowIdentity? Identity, InstanceStatus Status, EncodedState State, IReadOnlyCollection<Guid> Keys)
{
    /// <summary>How suspect it was when it was loaded; 0 if it is not, or was not looked for as runnable.</summary>
    public int Suspicion { get; init; }

    /// <summary>What is wrong with the row, so that the instance is given back as failed; null: nothing is known to be wrong.</summary>
    public SnapshotException? Damage { get; init; }
}
