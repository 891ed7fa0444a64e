namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Provides the threads that run workflow instances.</summary>
public abstract class WorkflowSchedulerService : WorkflowRuntimeService
{
    /// <summary>Calls the callback once, on a thread that the service chooses. The callback returns when the instance is idle or has ended.</summary>
    /// <param name="callback">Runs the instance. Its argument is the id of the instance.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId);

    /// <summary>Calls the callback once at the specified time, or as soon as possible if the time has passed. A timer with the same id is replaced.</summary>
    /// <param name="callback">Delivers the due timers to the instance, and schedules the instance. Its argument is the id of the instance.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <param name="whenUtc">The time, in UTC.</param>
    /// <param name="timerId">The id of the timer. The runtime uses one timer for each instance, with the id of the instance.</param>
    protected internal abstract void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId);

    /// <summary>Removes a timer. Does nothing if there is no timer with the id.</summary>
    /// <param name="timerId">The id of the timer.</param>
    protected internal abstract void Cancel(Guid timerId);
}
