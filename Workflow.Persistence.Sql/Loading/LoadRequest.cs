namespace Workflow.Persistence.Sql;

/// <summary>Which instance to lock and read: one by its id, one by a key, or, without both, one that is runnable.</summary>
/// <param name="Owner">The owner to lock it for.</param>
/// <param name="InstanceId">The instance; null: see <paramref name="Key"/>.</param>
/// <param name="Key">The key; null: none.</param>
internal sealed record LoadRequest(SqlOwner Owner, Guid? InstanceId, Guid? Key)
{
    /// <summary>The highest suspicion of an instance that may be loaded as runnable; 0: none that is suspect.</summary>
    public int Suspicion { get; init; }

    /// <summary>Definitions whose instances are passed over when something runnable is looked for; empty for none.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Passed { get; init; } = [];
}
