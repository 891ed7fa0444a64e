namespace Workflow.Persistence;

/// <summary>The reason for which a host unlocks an instance.</summary>
public enum UnlockKind
{
    /// <summary>The host no longer needs the instance.</summary>
    Release = 0,

    /// <summary>The host has failed with the instance. The store counts the failure, and the instance is not runnable for some time.</summary>
    Failure = 1,

    /// <summary>The instance is suspended: it is not runnable until <see cref="InstanceStore.ContinueAsync"/>.</summary>
    Suspension = 2,
}
