namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Gives workflow instances a thread.</summary>
public abstract class WorkflowSchedulerService : WorkflowRuntimeService
{
    /// <summary>Calls back once on a thread of the service's choice. The callback returns when the instance is idle or has ended.</summary>
    /// <param name="callback">Runs the instance. Its argument is the id.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId);

    /// <summary>Calls back once at a time, or as soon as possible if it has passed. A timer with the same id is replaced.</summary>
    /// <param name="callback">Gives the instance what is due, and schedules it. Its argument is the id of the instance.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <param name="whenUtc">The time, in UTC.</param>
    /// <param name="timerId">The id of the timer. The runtime uses one timer for each instance, with the id of the instance.</param>
    protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId);

    /// <summary>Removes a timer. If there is none with the id, nothing happens.</summary>
    /// <param name="timerId">The id of the timer.</param>
    protected internal abstract void Cancel(Guid timerId);
}
