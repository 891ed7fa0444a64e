namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The outcome of a request.</summary>
internal enum RequestOutcome
{
    /// <summary>The instance has left memory, or has ended and the request is optional.</summary>
    Refused,

    /// <summary>The thread that runs the instance handles the request.</summary>
    Queued,

    /// <summary>The instance is being unloaded. The caller must wait for <see cref="InstanceMutex.Unloading"/> and repeat the request.</summary>
    Deferred,

    /// <summary>The caller handles the request, and has exclusive access to the instance until <see cref="InstanceMutex.Leave"/>.</summary>
    Taken,
}

/// <summary>
/// Gives one thread at a time exclusive access to an instance, and queues the requests of other threads meanwhile. Thread-safe. No application code runs under
/// its lock.
/// </summary>
internal sealed class InstanceMutex(Guid instanceId, InstancePhase phase)
{
    private readonly Lock _lock = new();
    private readonly Queue<InstanceRequest> _requests = new();
    private InstancePhase _phase = phase;
    private TaskCompletionSource? _unloading;
    private bool _isRunning;
    private int _runner;

    /// <summary>Completes when the current unload ends.</summary>
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

    /// <summary>True if no thread runs the instance and no request is pending.</summary>
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

    /// <summary>
    /// True if the current thread runs the instance. Code that this thread calls, such as a handler of the runtime, must not wait for the instance.
    /// </summary>
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

    /// <summary>Starts an instance that has not been started.</summary>
    /// <param name="start">Creates the first step.</param>
    /// <returns>True if the instance was started; false if it has left memory.</returns>
    /// <exception cref="InvalidOperationException">The instance was started before, or has ended.</exception>
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

    /// <summary>Queues a request, and gives the caller access to the instance if no thread runs it.</summary>
    /// <exception cref="InvalidOperationException">The instance has ended, or has not been started and the request requires that.</exception>
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

    /// <returns>True if the caller has access to the instance until <see cref="TryLeave"/>.</returns>
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

    /// <returns>True if the access has ended; false if there are requests to handle.</returns>
    public bool TryLeave()
    {
        lock (_lock)
        {
            _isRunning = _requests.Count > 0 && _phase is not (InstancePhase.Ended or InstancePhase.Unloaded);
            return !_isRunning;
        }
    }

    /// <summary>Ends the access that <see cref="RequestOutcome.Taken"/> began.</summary>
    /// <returns>True if there are requests.</returns>
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

    /// <summary>Begins an unload. Until its end, only code that the unload itself calls can make requests.</summary>
    /// <returns>True if the unload has begun; false if there are requests, which must be handled first.</returns>
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

    /// <summary>Appends a request to the queue of requests.</summary>
    public void Defer(InstanceRequest request)
    {
        lock (_lock)
        {
            _requests.Enqueue(request);
        }
    }

    /// <summary>Changes the phase of an instance that stays in memory.</summary>
    public void GoTo(InstancePhase next)
    {
        lock (_lock)
        {
            _phase = next;
        }
    }

    /// <summary>Sets the last phase of an instance that leaves memory or ends.</summary>
    /// <returns>The requests that have not been handled.</returns>
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
