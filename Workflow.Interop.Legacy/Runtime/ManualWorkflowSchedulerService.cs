using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>Runs an instance when the application calls <see cref="RunWorkflow"/>, on its thread.</summary>
public class ManualWorkflowSchedulerService : WorkflowSchedulerService
{
    private readonly ConcurrentDictionary<Guid, WaitCallback> _waiting = new();
    private readonly ConcurrentDictionary<Guid, (WaitCallback Callback, DateTime WhenUtc)> _passive = new();
    private readonly TimerTable _active = new();
    private readonly bool _useActiveTimers;

    /// <summary>Makes a scheduler whose timers are handled in <see cref="RunWorkflow"/>.</summary>
    public ManualWorkflowSchedulerService()
        : this(useActiveTimers: false)
    {
    }

    /// <summary>Makes a scheduler.</summary>
    /// <param name="useActiveTimers">Whether a timer that is due runs its instance on a thread of the thread pool; otherwise the next <see cref="RunWorkflow"/> handles it.</param>
    public ManualWorkflowSchedulerService(bool useActiveTimers) => _useActiveTimers = useActiveTimers;

    private TimeProvider Time => Runtime?.Time ?? TimeProvider.System;

    /// <summary>Runs an instance until it is idle or has ended. A timer of the instance that is due is handled before.</summary>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <returns>Whether the instance had something to run.</returns>
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

    /// <summary>An exception on the thread of a timer would end the process.</summary>
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
