namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>The description of a saved instance, read from a store without loading the instance.</summary>
public class SqlPersistenceWorkflowInstanceDescription
{
    internal SqlPersistenceWorkflowInstanceDescription(Guid instanceId, WorkflowStatus status, bool isBlocked, DateTime? next, string? info)
    {
        WorkflowInstanceId = instanceId;
        Status = status;
        IsBlocked = isBlocked;
        NextTimerExpiration = next;
        SuspendOrTerminateDescription = info;
    }

    /// <summary>The id of the instance.</summary>
    public Guid WorkflowInstanceId { get; }

    /// <summary>The status of the instance when it was saved.</summary>
    public WorkflowStatus Status { get; }

    /// <summary>True if the instance waits.</summary>
    public bool IsBlocked { get; }

    /// <summary>The time in UTC at which the next timer is due; null if there is none.</summary>
    public DateTime? NextTimerExpiration { get; }

    /// <summary>The reason why the instance is suspended or was terminated; null otherwise.</summary>
    public string? SuspendOrTerminateDescription { get; }
}
