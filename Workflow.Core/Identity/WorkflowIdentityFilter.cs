namespace Workflow;

/// <summary>Which saved instances a host takes, by the identity of their definition.</summary>
public enum WorkflowIdentityFilter
{
    /// <summary>Those whose identity equals one of the host's; to a host without identity, those without one.</summary>
    Exact = 0,

    /// <summary>All, also those without identity.</summary>
    Any = 1,

    /// <summary>As <see cref="Exact"/>, but the last of the four numbers of the version, the revision, may differ.</summary>
    AnyRevision = 2,
}
