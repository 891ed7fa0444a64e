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
    private InstancePhase _phase;
    private bool _isRunning;

    internal WorkflowInstance(WorkflowRuntime runtime, WorkflowDefinition definition, Activity root, Guid instanceId)
    {
        WorkflowRuntime = runtime;
        InstanceId = instanceId;
        _definition = definition;
        _root = root;
        _executor = new ActivityExecutor(root, instanceId, runtime);
        _executor.Initialize();
    }

    /// <summary>The id.</summary>
    public Guid InstanceId { get; }

    /// <summary>The runtime that created it.</summary>
    public WorkflowRuntime WorkflowRuntime { get; }

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
    public void Resume() => Request(new InstanceRequest(InstanceChange.Resumed, null));

    /// <summary>Ends the workflow with a <see cref="WorkflowTerminatedException"/>. Its activities are not canceled.</summary>
    /// <param name="error">The reason.</param>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Terminate(string error) => Request(new InstanceRequest(InstanceChange.Terminated, error));

    /// <summary>Ends the workflow without a result. Its activities are not canceled.</summary>
    /// <exception cref="InvalidOperationException">It has ended.</exception>
    public void Abort() => Request(new InstanceRequest(InstanceChange.Aborted, null));

    /// <summary>Ends the workflow without a result if it has not ended.</summary>
    internal void AbortIfAlive()
    {
        lock (_lock)
        {
            if (_phase == InstancePhase.Ended)
            {
                return;
            }

            _requests.Enqueue(new InstanceRequest(InstanceChange.Aborted, null));
        }

        Run();
    }

    private void Request(InstanceRequest request)
    {
        lock (_lock)
        {
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
            goesOn = (goesOn && request.Change == InstanceChange.Resumed) || _requests.Count > 0;
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
            else if (isIdle)
            {
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
        _executor.End();
    }
}
