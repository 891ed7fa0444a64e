namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Gives workflow instances a thread.</summary>
public abstract class WorkflowSchedulerService : WorkflowRuntimeService
{
    /// <summary>Calls back once on a thread of the service's choice. The callback returns when the instance is idle or has ended.</summary>
    /// <param name="callback">Runs the instance. Its argument is the id.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId);
}
