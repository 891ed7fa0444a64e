namespace Workflow.Tracking;

/// <summary>The states that a <see cref="WorkflowInstanceRecord"/> reports and a <see cref="WorkflowInstanceQuery"/> names.</summary>
public static class WorkflowInstanceStates
{
    /// <summary>The instance runs for the first time.</summary>
    public const string Started = nameof(Started);

    /// <summary>It has nothing left to do but to wait.</summary>
    public const string Idle = nameof(Idle);

    /// <summary>It is being saved; recorded before the save, so that the record can be stored with it (rule 15.5).</summary>
    public const string Persisted = nameof(Persisted);

    /// <summary>It is being saved and leaves the memory; recorded before the save.</summary>
    public const string Unloaded = nameof(Unloaded);

    /// <summary>It runs again after it was loaded.</summary>
    public const string Resumed = nameof(Resumed);

    /// <summary>It ended.</summary>
    public const string Completed = nameof(Completed);

    /// <summary>It ended canceled.</summary>
    public const string Canceled = nameof(Canceled);

    /// <summary>It was ended by the host, the workflow or an exception, for good.</summary>
    public const string Terminated = nameof(Terminated);

    /// <summary>It was given up in memory; what was saved of it can be loaded again.</summary>
    public const string Aborted = nameof(Aborted);

    /// <summary>It was suspended; for stores and tools, the hosts of this library do not suspend.</summary>
    public const string Suspended = nameof(Suspended);

    /// <summary>It goes on after a suspension; for stores and tools.</summary>
    public const string Unsuspended = nameof(Unsuspended);

    /// <summary>An exception left the workflow.</summary>
    public const string UnhandledException = nameof(UnhandledException);

    /// <summary>It ended, and is being removed from its store.</summary>
    public const string Deleted = nameof(Deleted);

    /// <summary>Its definition was exchanged; for stores and tools.</summary>
    public const string Updated = nameof(Updated);

    /// <summary>Its definition could not be exchanged; for stores and tools.</summary>
    public const string UpdateFailed = nameof(UpdateFailed);
}
