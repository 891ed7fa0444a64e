namespace Workflow.Tracking;

/// <summary>The states that a <see cref="WorkflowInstanceRecord"/> reports and a <see cref="WorkflowInstanceQuery"/> names.</summary>
public static class WorkflowInstanceStates
{
    /// <summary>The instance runs for the first time.</summary>
    public const string Started = nameof(Started);

    /// <summary>The instance has no more work and waits.</summary>
    public const string Idle = nameof(Idle);

    /// <summary>The instance is being saved. The record is created before the save, so that it can be stored with the instance (rule 15.5).</summary>
    public const string Persisted = nameof(Persisted);

    /// <summary>The instance is being saved and removed from memory. The record is created before the save.</summary>
    public const string Unloaded = nameof(Unloaded);

    /// <summary>The instance runs again after it was loaded.</summary>
    public const string Resumed = nameof(Resumed);

    /// <summary>The instance ended.</summary>
    public const string Completed = nameof(Completed);

    /// <summary>The instance ended canceled.</summary>
    public const string Canceled = nameof(Canceled);

    /// <summary>The host, the workflow or an exception terminated the instance. It cannot run again.</summary>
    public const string Terminated = nameof(Terminated);

    /// <summary>The instance was aborted in memory. Its last saved state can be loaded.</summary>
    public const string Aborted = nameof(Aborted);

    /// <summary>
    /// The instance is being suspended in its store, so that no host runs it until it is released. The record is created before the suspension.
    /// </summary>
    public const string Suspended = nameof(Suspended);

    /// <summary>The instance continues after a suspension. For stores and tools.</summary>
    public const string Unsuspended = nameof(Unsuspended);

    /// <summary>An exception left the workflow.</summary>
    public const string UnhandledException = nameof(UnhandledException);

    /// <summary>The instance ended and is being removed from its store.</summary>
    public const string Deleted = nameof(Deleted);

    /// <summary>The definition of the instance was replaced. For stores and tools.</summary>
    public const string Updated = nameof(Updated);

    /// <summary>The definition of the instance could not be replaced. For stores and tools.</summary>
    public const string UpdateFailed = nameof(UpdateFailed);
}
