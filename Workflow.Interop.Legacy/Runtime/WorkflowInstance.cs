using System.Collections.ObjectModel;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// A workflow that was created by a <see cref="Runtime.WorkflowRuntime"/>. All members are safe for all threads. Suspend, Terminate and Abort take effect before the next
/// step if another thread runs a step at that time, or if a step of this instance calls them.
/// </summary>
public sealed class WorkflowInstance
{
    private readonly Lock _lock = new();
    private readonly ActivityExecutor _executor;
    private readonly Activity _root;
    private readonly WorkflowDefinition _definition;
    private readonly Queue<InstanceRequest> _requests = new();
    private readonly Queue<InstanceRequest> _whenIdle = new();
    private readonly InstanceTimers _timers;
    private InstancePhase _phase;
    private bool _isRunning;

    internal WorkflowInstance(WorkflowRuntime runtime, WorkflowDefinition definition, Activity root, Guid instanceId)
    {
        WorkflowRuntime = runtime;
        InstanceId = instanceId;
        _definition = definition;
        _root = root;
        _executor = new ActivityExecutor(root, instanceId, runtime);
        _timers = new InstanceTimers(root, this);
        _executor.Initialize();
    }

    /// <summary>The id.</summary>
    public Guid InstanceId { get; }

    /// <summary>The runtime that created it.</summary>
    public WorkflowRuntime WorkflowRuntime { get; }

    internal Activity Root => _root;

    /// <summary>Starts the workflow: the scheduler runs it.</summary>
    /// <exception cref="InvalidOperationException">It was started before, or it has ended.</exception>
    public void Start()
    {
        lock (_lock)
        {
            if (_phase != InstancePhase.Created)
            {
                throw new InvalidOperationException($"The workflow instance '{InstanceId}' was started before; start an instance once.");
            }

            _phase = InstancePhase.Running;
            _executor.Start();
        }

        WorkflowRuntime.Notify(InstanceChange.Started, this);
        WorkflowRuntime.Schedule(Run, InstanceId);
    }

    /// <summary>Stops the workflow between two steps until <see cref="Resume"/>.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">It has not been started, or it has ended.</exception>
    public void Suspend(string error) => Request(new InstanceRequest(InstanceChange.Suspended, error));

    /// <summary>Continues a suspended workflow. If it is not suspended, nothing happens.</summary>
    /// <exception cref="InvalidOperationException">It has not been started, or it has ended.</exception>
    public void Resume() => Request(new InstanceRequest(InstanceChange.Resumed));

    /// <summary>Ends the workflow with a <see cref="WorkflowTerminatedException"/>. Its activities are not canceled.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Terminate(string error) => Request(new InstanceRequest(InstanceChange.Terminated, error));

    /// <summary>Ends the workflow without a result. Its activities are not canceled.</summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Abort() => Request(new InstanceRequest(InstanceChange.Aborted));

    /// <summary>Sends an item to a queue. It is in the queue as soon as no step of the instance runs.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <param name="pendingWork">Null: work that is committed with the instance is not supported.</param>
    /// <param name="workItem">Null.</param>
    /// <exception cref="InvalidOperationException">The instance has ended, or there is no such queue, or it is not enabled.</exception>
    /// <exception cref="NotSupportedException">There is pending work.</exception>
    public void EnqueueItem(IComparable queueName, object? item, object? pendingWork, object? workItem) =>
        Send(InstanceChange.ItemSent, queueName, item, pendingWork);

    /// <summary>As <see cref="EnqueueItem"/>, but the item is in the queue only when the instance has no step to run.</summary>
    /// <param name="queueName">The name of the queue.</param>
    /// <param name="item">The item.</param>
    /// <param name="pendingWork">Null: work that is committed with the instance is not supported.</param>
    /// <param name="workItem">Null.</param>
    /// <exception cref="InvalidOperationException">The instance has ended, or there is no such queue, or it is not enabled.</exception>
    /// <exception cref="NotSupportedException">There is pending work.</exception>
    public void EnqueueItemOnIdle(IComparable queueName, object? item, object? pendingWork, object? workItem) =>
        Send(InstanceChange.ItemSentOnIdle, queueName, item, pendingWork);

    /// <summary>A new tree of the workflow's activities that does not run.</summary>
    public Activity GetWorkflowDefinition() => _definition.NewTree(null);

    /// <summary>The queues, as they are now.</summary>
    public ReadOnlyCollection<WorkflowQueueInfo> GetWorkflowQueueData() => new(_executor.Queuing.Describe());

    /// <summary>The time in UTC at which the next timer is due; the maximum value if there is none.</summary>
    public DateTime GetWorkflowNextTimerExpiration() => _timers.Next?.ExpiresAt ?? DateTime.MaxValue;

    /// <summary>A timer of the scheduler is due.</summary>
    internal void TimerDue()
    {
        if (!IsEnded)
        {
            Request(new InstanceRequest(InstanceChange.TimerDue), isOptional: true);
        }
    }

    /// <summary>Ends the workflow without a result if it has not ended.</summary>
    internal void AbortIfAlive()
    {
        lock (_lock)
        {
            if (_phase == InstancePhase.Ended)
            {
                return;
            }

            _requests.Enqueue(new InstanceRequest(InstanceChange.Aborted));
        }

        Run();
    }

    private bool IsEnded
    {
        get
        {
            lock (_lock)
            {
                return _phase == InstancePhase.Ended;
            }
        }
    }

    private void Send(InstanceChange change, IComparable queueName, object? item, object? pendingWork)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        if (pendingWork is not null)
        {
            throw new NotSupportedException($"The item for the queue '{queueName}' has pending work, which is not supported; pass null and do the work before.");
        }

        if (!IsEnded)
        {
            _executor.Queuing.GetWorkflowQueue(queueName).CheckEnabled();
        }

        Request(new InstanceRequest(change, null, queueName, item));
    }

    private void Request(InstanceRequest request, bool isOptional = false)
    {
        lock (_lock)
        {
            if (isOptional && _phase == InstancePhase.Ended)
            {
                return;
            }

            bool needsStart = request.Change is InstanceChange.Suspended or InstanceChange.Resumed;
            if (_phase == InstancePhase.Ended || (needsStart && _phase == InstancePhase.Created))
            {
                throw new InvalidOperationException(
                    $"The workflow instance '{InstanceId}' {(_phase == InstancePhase.Ended ? "has ended; use an instance that has not" : "has not been started; start it before")}.");
            }

            _requests.Enqueue(request);
            if (_isRunning)
            {
                // The thread that runs the instance finds the request after its step.
                return;
            }

            // This thread handles the request; the steps stay with the scheduler.
            _isRunning = true;
        }

        bool goesOn = HandleRequests();
        lock (_lock)
        {
            _isRunning = false;
            goesOn |= _requests.Count > 0;
        }

        if (goesOn)
        {
            WorkflowRuntime.Schedule(Run, InstanceId);
        }
    }

    /// <summary>Runs steps until none is left. One thread at a time does; no lock is held meanwhile.</summary>
    private void Run()
    {
        lock (_lock)
        {
            if (_isRunning || _phase == InstancePhase.Ended)
            {
                return;
            }

            _isRunning = true;
        }

        Guid outer = WorkflowEnvironment.Enter(InstanceId);
        try
        {
            do
            {
                RunSteps();
            }
            while (!TryStop());
        }
        finally
        {
            WorkflowEnvironment.Leave(outer);
        }
    }

    private void RunSteps()
    {
        while (HandleRequests() && _phase == InstancePhase.Running)
        {
            bool isIdle = !_executor.IsEnded && !_executor.RunNext();
            if (_executor.IsEnded)
            {
                End();
            }
            else if (isIdle && !TakeItemsForIdle())
            {
                _timers.Arrange();
                WorkflowRuntime.Notify(InstanceChange.Idled, this);
                return;
            }
        }
    }

    private bool TryStop()
    {
        lock (_lock)
        {
            _isRunning = _requests.Count > 0 && _phase != InstancePhase.Ended;
            return !_isRunning;
        }
    }

    /// <summary>Handles what was requested.</summary>
    /// <returns>Whether steps can run.</returns>
    private bool HandleRequests()
    {
        while (_phase != InstancePhase.Ended && TryTake(out InstanceRequest request))
        {
            bool isSuspended = _phase == InstancePhase.Suspended;
            switch (request.Change)
            {
                case InstanceChange.Suspended when !isSuspended:
                    _phase = InstancePhase.Suspended;
                    WorkflowRuntime.NotifySuspended(this, request.Error);
                    break;
                case InstanceChange.Resumed when isSuspended:
                    _phase = InstancePhase.Running;
                    WorkflowRuntime.Notify(InstanceChange.Resumed, this);
                    break;
                case InstanceChange.ItemSent:
                    Deliver(request);
                    break;
                case InstanceChange.ItemSentOnIdle:
                    _whenIdle.Enqueue(request);
                    break;
                case InstanceChange.TimerDue:
                    _timers.TakeDue(_executor.Queuing);
                    break;
                case InstanceChange.Terminated:
                    Finish();
                    WorkflowRuntime.NotifyTerminated(this, new WorkflowTerminatedException(request.Error));
                    break;
                case InstanceChange.Aborted:
                    Finish();
                    WorkflowRuntime.Notify(InstanceChange.Aborted, this);
                    break;
            }
        }

        return _phase == InstancePhase.Running;
    }

    /// <summary>Gives the queues what was sent for the time when the instance is idle.</summary>
    private bool TakeItemsForIdle()
    {
        bool isAny = _whenIdle.Count > 0;
        while (_whenIdle.TryDequeue(out InstanceRequest request))
        {
            Deliver(request);
        }

        return isAny;
    }

    /// <summary>A listener that is called at once may throw; the item is in the queue then.</summary>
    private void Deliver(InstanceRequest request) => WorkflowRuntime.Guard(() => _executor.Queuing.Deliver(request.QueueName!, request.Item), InstanceId);

    private bool TryTake(out InstanceRequest request)
    {
        lock (_lock)
        {
            return _requests.TryDequeue(out request);
        }
    }

    private void End()
    {
        Exception? exception = _executor.Unhandled;
        Dictionary<string, object?> outputs = [];
        try
        {
            outputs = exception is null ? _definition.OutputsOf(_root) : outputs;
        }
        catch (Exception late)
        {
            exception = late;
        }

        Finish();
        if (exception is null)
        {
            WorkflowRuntime.NotifyCompleted(this, outputs);
        }
        else
        {
            WorkflowRuntime.NotifyTerminated(this, exception);
        }
    }

    private void Finish()
    {
        lock (_lock)
        {
            _phase = InstancePhase.Ended;
            _requests.Clear();
        }

        WorkflowRuntime.Forget(this);
        _timers.Stop();
        _executor.End();
    }
}
