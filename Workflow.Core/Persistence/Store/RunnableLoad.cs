namespace Workflow.Persistence;

/// <summary>Selects the runnable instances from which a load takes the one that has been runnable for the longest time.</summary>
public readonly record struct RunnableLoad
{
    /// <summary>
    /// The definitions whose instances are skipped; none by default. A host alternates between definitions with this list, however many instances of one
    /// definition are runnable. Instances without a definition identity are never skipped.
    /// </summary>
    /// <exception cref="ArgumentNullException">The value is null.</exception>
    public IReadOnlyCollection<WorkflowIdentity> Excluded
    {
        get => field ?? [];
        init
        {
            ArgumentNullException.ThrowIfNull(value);
            field = value;
        }
    }
}
