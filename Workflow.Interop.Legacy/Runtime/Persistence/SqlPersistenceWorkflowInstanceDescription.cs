namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>What a store says about a saved instance, without loading it.</summary>
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

    /// <summary>What the instance was doing when it was saved.</summary>
    public WorkflowStatus Status { get; }

    /// <summary>Whether it waits.</summary>
    public bool IsBlocked { get; }

    /// <summary>The time in UTC at which the next timer is due; null if there is none.</summary>
    public DateTime? NextTimerExpiration { get; }

    /// <summary>Why it is suspended or was terminated; null otherwise.</summary>
    public string? SuspendOrTerminateDescription { get; }
}
