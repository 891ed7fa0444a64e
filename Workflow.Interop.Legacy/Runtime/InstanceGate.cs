namespace Workflow.Interop.Legacy.Runtime;

/// <summary>What becomes of a request.</summary>
internal enum RequestOutcome
{
    /// <summary>The instance has left the memory, or has ended and the request is optional.</summary>
    Refused,

    /// <summary>The thread that runs the instance handles it.</summary>
    Queued,

    /// <summary>The instance is being unloaded: the caller waits for <see cref="InstanceGate.Unloading"/> and asks again.</summary>
    Deferred,

    /// <summary>The caller handles it, and has the instance until <see cref="InstanceGate.Leave"/>.</summary>
    Taken,
}

/// <summary>Who may run an instance, and what threads want of it meanwhile. Safe for all threads; no code of others runs under its lock.</summary>
internal sealed class InstanceGate(Guid instanceId, InstancePhase phase)
{
    private readonly Lock _lock = new();
    private readonly Queue<InstanceRequest> _requests = new();
    private InstancePhase _phase = phase;
    private TaskCompletionSource? _unloading;
    private bool _isRunning;
    private int _runner;

    /// <summary>Ends with the unload that is going on.</summary>
    public Task Unloading
    {
        get
        {
            lock (_lock)
            {
                return _unloading?.Task ?? Task.CompletedTask;
            }
        }
    }

    public InstancePhase Phase
    {
        get
        {
            lock (_lock)
            {
                return _phase;
            }
        }
    }

    public bool IsHere => Phase is not (InstancePhase.Ended or InstancePhase.Unloaded);

    /// <summary>Whether nobody runs the instance or wants something of it.</summary>
    public bool IsQuiet
    {
        get
        {
            lock (_lock)
            {
                return !_isRunning && _requests.Count == 0;
            }
        }
    }

    /// <summary>Whether this thread runs the instance. Code that it calls then, a handler of the runtime for example, must not wait for the instance.</summary>
    public bool IsMine
    {
        get
        {
            lock (_lock)
            {
                return _isRunning && _runner == Environment.CurrentManagedThreadId;
            }
        }
    }

    /// <summary>Begins an instance that has not begun.</summary>
    /// <param name="start">Makes the first step.</param>
    /// <returns>Whether the instance is in the memory; otherwise it was not started.</returns>
    /// <exception cref="InvalidOperationException">It was started before, or it has ended.</exception>
    public bool TryStart(Action start)
    {
        lock (_lock)
        {
            if (_phase is InstancePhase.Unloaded)
            {
                return false;
            }

            if (_phase != InstancePhase.Created)
            {
                throw new InvalidOperationException($"The workflow instance '{instanceId}' was started before; start an instance once.");
            }

            _phase = InstancePhase.Running;
            start();
            return true;
        }
    }

    /// <summary>Takes a request.</summary>
    /// <exception cref="InvalidOperationException">The instance has ended, or has not been started and the request needs that.</exception>
    public RequestOutcome Request(InstanceRequest request, bool isOptional)
    {
        bool isOwn = WorkflowEnvironment.IsIn(instanceId);
        lock (_lock)
        {
            if (_unloading is not null && !isOwn)
            {
                return RequestOutcome.Deferred;
            }

            if (_phase == InstancePhase.Unloaded || (isOptional && _phase == InstancePhase.Ended))
            {
                return RequestOutcome.Refused;
            }

            CheckNotEnded_NeedsLock();
            if (_phase == InstancePhase.Created && request.Change == InstanceChange.Suspended)
            {
                throw new InvalidOperationException($"The workflow instance '{instanceId}' has not been started; start it before.");
            }

            _requests.Enqueue(request);
            if (_isRunning)
            {
                return RequestOutcome.Queued;
            }

            Enter_NeedsLock();
            return RequestOutcome.Taken;
        }
    }

    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void CheckNotEnded()
    {
        lock (_lock)
        {
            CheckNotEnded_NeedsLock();
        }
    }

    /// <returns>Whether the caller has the instance until <see cref="TryLeave"/>.</returns>
    public bool TryEnter()
    {
        lock (_lock)
        {
            if (_isRunning || _phase is InstancePhase.Ended or InstancePhase.Unloaded)
            {
                return false;
            }

            Enter_NeedsLock();
            return true;
        }
    }

    /// <returns>Whether the caller has left; otherwise there are requests.</returns>
    public bool TryLeave()
    {
        lock (_lock)
        {
            _isRunning = _requests.Count > 0 && _phase is not (InstancePhase.Ended or InstancePhase.Unloaded);
            return !_isRunning;
        }
    }

    /// <summary>Ends what <see cref="RequestOutcome.Taken"/> began.</summary>
    /// <returns>Whether there are requests.</returns>
    public bool Leave()
    {
        lock (_lock)
        {
            _isRunning = false;
            return _requests.Count > 0;
        }
    }

    public bool TryTake(out InstanceRequest request)
    {
        lock (_lock)
        {
            return _requests.TryDequeue(out request);
        }
    }

    /// <summary>Begins an unload. Nothing is requested meanwhile, except by code that the unload itself calls.</summary>
    /// <returns>Whether there are no requests, which come first.</returns>
    public bool TryBeginUnload()
    {
        lock (_lock)
        {
            if (_requests.Count > 0)
            {
                return false;
            }

            _unloading = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return true;
        }
    }

    public void EndUnload()
    {
        TaskCompletionSource? unloading;
        lock (_lock)
        {
            unloading = _unloading;
            _unloading = null;
        }

        unloading?.SetResult();
    }

    /// <summary>Puts a request behind those that came after it.</summary>
    public void Defer(InstanceRequest request)
    {
        lock (_lock)
        {
            _requests.Enqueue(request);
        }
    }

    /// <summary>Changes the phase of an instance that goes on.</summary>
    public void GoTo(InstancePhase next)
    {
        lock (_lock)
        {
            _phase = next;
        }
    }

    /// <summary>The instance leaves the memory, or ends.</summary>
    /// <returns>What was requested and not handled.</returns>
    public InstanceRequest[] Close(InstancePhase last)
    {
        lock (_lock)
        {
            _phase = last;
            InstanceRequest[] rest = [.. _requests];
            _requests.Clear();
            return rest;
        }
    }

    private void Enter_NeedsLock() => (_isRunning, _runner) = (true, Environment.CurrentManagedThreadId);

    private void CheckNotEnded_NeedsLock()
    {
        if (_phase == InstancePhase.Ended)
        {
            throw new InvalidOperationException($"The workflow instance '{instanceId}' has ended; use an instance that has not.");
        }
    }
}
