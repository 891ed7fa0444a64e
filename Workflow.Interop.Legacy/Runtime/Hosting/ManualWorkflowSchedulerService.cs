using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Runs an instance when the application calls <see cref="RunWorkflow"/>, on the thread of the call.</summary>
public class ManualWorkflowSchedulerService : WorkflowSchedulerService
{
    private readonly ConcurrentDictionary<Guid, WaitCallback> _waiting = new();
    private readonly ConcurrentDictionary<Guid, (WaitCallback Callback, DateTime WhenUtc)> _passive = new();
    private readonly CallbackTimers _active = new();
    private readonly bool _useActiveTimers;

    /// <summary>Creates a scheduler whose timers are handled in <see cref="RunWorkflow"/>.</summary>
    public ManualWorkflowSchedulerService()
        : this(useActiveTimers: false)
    {
    }

    /// <summary>Creates a scheduler.</summary>
    /// <param name="useActiveTimers">True to run an instance whose timer is due on a thread of the thread pool; false to handle the timer in the next
    /// <see cref="RunWorkflow"/>.</param>
    public ManualWorkflowSchedulerService(bool useActiveTimers) => _useActiveTimers = useActiveTimers;

    private TimeProvider Time => Runtime?.Time ?? TimeProvider.System;

    /// <summary>Runs an instance until it is idle or has ended. A due timer of the instance is handled first.</summary>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <returns>True if the instance had something to run.</returns>
    public bool RunWorkflow(Guid workflowInstanceId)
    {
        if (_passive.TryGetValue(workflowInstanceId, out (WaitCallback Callback, DateTime WhenUtc) timer)
            && timer.WhenUtc <= Time.GetUtcNow().UtcDateTime
            && _passive.TryRemove(KeyValuePair.Create(workflowInstanceId, timer)))
        {
            timer.Callback(workflowInstanceId);
        }

        if (!_waiting.TryRemove(workflowInstanceId, out WaitCallback? callback))
        {
            return false;
        }

        callback(workflowInstanceId);
        return true;
    }

    /// <inheritdoc/>
    protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId) => _waiting[workflowInstanceId] = callback;

    /// <inheritdoc/>
    protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId)
    {
        ArgumentNullException.ThrowIfNull(callback);
        if (_useActiveTimers)
        {
            _active.Add(timerId, whenUtc, Time, () => RunDue(callback, workflowInstanceId));
        }
        else
        {
            _passive[timerId] = (callback, whenUtc);
        }
    }

    /// <inheritdoc/>
    protected internal override void Cancel(Guid timerId)
    {
        _passive.TryRemove(timerId, out _);
        _active.Remove(timerId);
    }

    /// <inheritdoc/>
    protected internal override void Stop() => _active.Clear();

    /// <summary>Runs an instance whose timer is due. An unhandled exception on the thread of a timer would end the process.</summary>
    private void RunDue(WaitCallback callback, Guid workflowInstanceId)
    {
        try
        {
            callback(workflowInstanceId);
            RunWorkflow(workflowInstanceId);
        }
        catch (Exception exception)
        {
            RaiseServicesExceptionNotHandledEvent(exception, workflowInstanceId);
        }
    }
}
