namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Runs instances on threads of the thread pool, in the order in which they were scheduled. The number of instances that run at a time is limited.
/// </summary>
public class DefaultWorkflowSchedulerService : WorkflowSchedulerService
{
    private readonly Lock _lock = new();
    private readonly Queue<(WaitCallback Callback, Guid InstanceId)> _waiting = new();
    private readonly CallbackTimers _timers = new();
    private int _running;

    /// <summary>Creates a scheduler that runs at most 5 instances at a time on one processor, and otherwise at most 4 for each processor.</summary>
    public DefaultWorkflowSchedulerService()
        : this(Environment.ProcessorCount == 1 ? 5 : (int)(5 * 0.8 * Environment.ProcessorCount))
    {
    }

    /// <summary>Creates a scheduler.</summary>
    /// <param name="maxSimultaneousWorkflows">The maximum number of instances that run at a time; at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is less than 1.</exception>
    public DefaultWorkflowSchedulerService(int maxSimultaneousWorkflows)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxSimultaneousWorkflows, 1);
        MaxSimultaneousWorkflows = maxSimultaneousWorkflows;
    }

    /// <summary>The maximum number of instances that run at a time.</summary>
    public int MaxSimultaneousWorkflows { get; }

    /// <inheritdoc/>
    protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId)
    {
        ArgumentNullException.ThrowIfNull(callback);
        lock (_lock)
        {
            _waiting.Enqueue((callback, workflowInstanceId));
            if (_running == MaxSimultaneousWorkflows)
            {
                return;
            }

            _running++;
        }

        ThreadPool.UnsafeQueueUserWorkItem(static scheduler => scheduler.RunWaiting(), this, preferLocal: false);
    }

    /// <inheritdoc/>
    protected internal override void Schedule(WaitCallback callback, Guid workflowInstanceId, DateTime whenUtc, Guid timerId)
    {
        ArgumentNullException.ThrowIfNull(callback);
        _timers.Add(timerId, whenUtc, Runtime?.Time ?? TimeProvider.System, () => Schedule(callback, workflowInstanceId));
    }

    /// <inheritdoc/>
    protected internal override void Cancel(Guid timerId) => _timers.Remove(timerId);

    /// <inheritdoc/>
    protected internal override void Stop() => _timers.Clear();

    private void RunWaiting()
    {
        while (TryTake(out (WaitCallback Callback, Guid InstanceId) next))
        {
            try
            {
                next.Callback(next.InstanceId);
            }
            catch (Exception exception)
            {
                // An unhandled exception on a thread of the thread pool would end the process.
                RaiseServicesExceptionNotHandledEvent(exception, next.InstanceId);
            }
        }
    }

    private bool TryTake(out (WaitCallback Callback, Guid InstanceId) next)
    {
        lock (_lock)
        {
            bool found = _waiting.TryDequeue(out next);
            // In the section that finds no work: a later Schedule then sees that a thread is free, and starts one.
            _running -= found ? 0 : 1;
            return found;
        }
    }
}
