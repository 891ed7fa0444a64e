namespace Workflow.Persistence;

/// <summary>Who wants to hold instances, and which. Immutable.</summary>
public sealed class InstanceOwnerOptions
{
    /// <summary>A name for people, such as that of the machine; empty by default. Owners may share one.</summary>
    public string Name { get; init; } = string.Empty;

    /// <summary>The definitions whose instances the owner takes; empty by default, which stands for instances without identity.</summary>
    public IReadOnlyCollection<WorkflowIdentity> Identities
    {
        get;
        init => field = [.. value];
    }

    = [];

    /// <summary>How <see cref="Identities"/> are compared; <see cref="WorkflowIdentityFilter.Exact"/> by default.</summary>
    public WorkflowIdentityFilter Filter { get; init; }

    /// <summary>Whether the owner takes instances of a definition.</summary>
    /// <param name="identity">The identity that the instance was saved with; null: none.</param>
    /// <returns>Whether it does. An owner without identities takes instances without one.</returns>
    public bool Admits(WorkflowIdentity? identity) => Filter == WorkflowIdentityFilter.Any
        || (identity is null
            ? Identities.Count == 0
            : Identities.Any(own => Filter == WorkflowIdentityFilter.AnyRevision ? identity.IsRevisionOf(own) : identity.Equals(own)));
}
