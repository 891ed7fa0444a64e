namespace Workflow;

/// <summary>Selects the saved instances that a host loads, by the identity of their definition.</summary>
public enum WorkflowIdentityFilter
{
    /// <summary>Instances whose identity equals an identity of the host. For a host without identity: instances without identity.</summary>
    Exact = 0,

    /// <summary>All instances, with or without identity.</summary>
    Any = 1,

    /// <summary>As <see cref="Exact"/>, but the revision, the last of the four numbers of the version, may differ.</summary>
    AnyRevision = 2,
}
