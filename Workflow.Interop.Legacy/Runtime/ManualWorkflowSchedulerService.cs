using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Runs an instance when the application calls <see cref="RunWorkflow"/>, on its thread.</summary>
public class ManualWorkflowSchedulerService : WorkflowSchedulerService
{
    private readonly ConcurrentDictionary<Guid, WaitCallback> _waiting = new();

    /// <summary>Runs an instance until it is idle or has ended.</summary>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <returns>Whether the instance had something to run.</returns>
    public bool RunWorkflow(Guid workflowInstanceId)
    {
        if (!_waiting.TryRemove(workflowInstanceId, out WaitCallback? callback))
        {
            return false;
        }

        callback(workflowInstanceId);
        return true;
    }

    /// <inheritdoc/>
    protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId) => _waiting[workflowInstanceId] = callback;
}
