namespace Workflow.Persistence.Sql;

/// <summary>A request to lock and read an instance: by its id, by a key, or, without both, any runnable instance.</summary>
/// <param name="Owner">The owner for which the instance is locked.</param>
/// <param name="InstanceId">The id of the instance; null if it is not identified by its id.</param>
/// <param name="Key">The key of the instance; null for none.</param>
internal sealed record LoadRequest(SqlOwner Owner, Guid? InstanceId, Guid? Key)
{
    /// <summary>The highest suspicion of an instance that may be loaded as runnable; 0 to load no suspects.</summary>
    public int Suspicion { get; init; }

    /// <summary>The definitions whose instances are skipped in the search for a runnable instance; empty for none.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Excluded { get; init; } = [];
}
