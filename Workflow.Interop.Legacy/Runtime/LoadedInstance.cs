using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A workflow instance that is in the memory. All public members are safe for all threads; one thread at a time runs it, and no lock is held meanwhile.</summary>
internal sealed class LoadedInstance
{
    private readonly Lock _lock = new();
    private readonly ActivityExecutor _executor;
    private readonly WorkflowInstance _handle;
    private readonly Queue<InstanceRequest> _requests = new();
    private readonly Queue<InstanceRequest> _whenIdle = new();
    private readonly InstanceTimers _timers;
    private readonly PersistencePoint _point;
    private InstancePhase _phase;
    private bool _isRunning;

    /// <summary>Makes an instance of a new tree, or of one that was saved.</summary>
    public LoadedInstance(WorkflowInstance handle, Activity root)
    {
        _handle = handle;
        Root = root;
        Runtime = handle.WorkflowRuntime;
        bool isSaved = root.Runtime.Port is not null;
        _executor = (ActivityExecutor?)root.Runtime.Port ?? new ActivityExecutor(root, InstanceId, Runtime);
        _timers = new InstanceTimers(root, this);
        _point = new PersistencePoint(Runtime, root, InstanceId);
        _executor.Persist = _point.HasService ? () => Save(isIdle: false, unlock: false) : null;
        handle.Attach(this);
        if (!isSaved)
        {
            _executor.Initialize();
            return;
        }

        _phase = SavedStatus.StatusOf(root) switch
        {
            WorkflowStatus.Created => InstancePhase.Created,
            WorkflowStatus.Running => InstancePhase.Running,
            WorkflowStatus.Suspended => InstancePhase.Suspended,
            _ => throw new InvalidOperationException($"The workflow instance '{InstanceId}' has ended; use an instance that has not."),
        };
        _executor.Reload();
    }

    public Guid InstanceId => _handle.InstanceId;

    public WorkflowRuntime Runtime { get; }

    public WorkflowInstance Handle => _handle;

    public Activity Root { get; }

    public WorkflowQueuingService Queuing => _executor.Queuing;

    public TimerEventSubscription? NextTimer => _timers.Next;

    public bool IsLoaded => Phase is not (InstancePhase.Ended or InstancePhase.Unloaded);

    private InstancePhase Phase
    {
        get
        {
            lock (_lock)
            {
                return _phase;
            }
        }
    }

    /// <returns>Whether the instance is in the memory; otherwise it was not started.</returns>
    public bool TryStart()
    {
        lock (_lock)
        {
            if (_phase == InstancePhase.Unloaded)
            {
                return false;
            }

            if (_phase != InstancePhase.Created)
            {
                throw new InvalidOperationException($"The workflow instance '{InstanceId}' was started before; start an instance once.");
            }

            _phase = InstancePhase.Running;
            _executor.Start();
        }

        Runtime.Notify(InstanceChange.Started, InstanceId);
        Runtime.Schedule(Run, InstanceId);
        return true;
    }

    /// <summary>The instance was loaded: it goes on if there is something to do.</summary>
    public void GoOn()
    {
        if (Phase == InstancePhase.Running)
        {
            _timers.Arrange();
            if (!_executor.IsBlocked)
            {
                Runtime.Schedule(Run, InstanceId);
            }
        }
    }

    /// <summary>A timer of the scheduler is due.</summary>
    public void TimerDue() => TryRequest(new InstanceRequest(InstanceChange.TimerDue), isOptional: true);

    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void CheckIsHere()
    {
        lock (_lock)
        {
            CheckNotEnded();
        }
    }

    /// <exception cref="InvalidOperationException">There is no such queue, or it is not enabled.</exception>
    public void CheckQueue(IComparable queueName)
    {
        if (IsLoaded)
        {
            Queuing.GetWorkflowQueue(queueName).CheckEnabled();
        }
    }

    /// <summary>Unloads the instance if its runtime saves it; otherwise ends it without a result.</summary>
    public void Leave()
    {
        try
        {
            if (_point.HasService && !WorkflowEnvironment.IsIn(InstanceId))
            {
                TryUnload(waits: true);
                return;
            }
        }
        catch (Exception exception)
        {
            Runtime.Report(exception, InstanceId);
        }

        TryRequest(new InstanceRequest(InstanceChange.Aborted), isOptional: true);
    }

    /// <summary>Saves the instance and removes it from the memory.</summary>
    /// <param name="waits">Whether a step that runs is waited for; otherwise the instance stays if it has something to do.</param>
    /// <returns>Whether it has left the memory.</returns>
    public bool TryUnload(bool waits)
    {
        if (WorkflowEnvironment.IsIn(InstanceId))
        {
            throw new InvalidOperationException($"The workflow instance '{InstanceId}' cannot be unloaded by one of its own steps; unload it from outside, or when it is idle.");
        }

        InstanceRequest request = new(InstanceChange.Unloaded) { Answer = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously) };
        lock (_lock)
        {
            CheckNotEnded();
            if (_phase == InstancePhase.Unloaded)
            {
                return true;
            }

            if (!waits && (_isRunning || _requests.Count > 0 || (_phase == InstancePhase.Running && !_executor.IsBlocked)))
            {
                return false;
            }
        }

        // If it was unloaded in between, that is what is wanted.
        return !TryRequest(request) || BlockingCall.Wait(() => request.Answer.Task);
    }

    /// <summary>Hands a request over to the thread that runs the instance; if none does, this thread handles it.</summary>
    /// <param name="request">The request.</param>
    /// <param name="isOptional">Whether an instance that has ended ignores it.</param>
    /// <returns>Whether the instance is in the memory; otherwise the request was not taken.</returns>
    public bool TryRequest(InstanceRequest request, bool isOptional = false)
    {
        lock (_lock)
        {
            if (_phase == InstancePhase.Unloaded || (isOptional && _phase == InstancePhase.Ended))
            {
                return false;
            }

            CheckNotEnded();
            if (_phase == InstancePhase.Created && request.Change is InstanceChange.Suspended or InstanceChange.Resumed)
            {
                throw new InvalidOperationException($"The workflow instance '{InstanceId}' has not been started; start it before.");
            }

            _requests.Enqueue(request);
            if (_isRunning)
            {
                // The thread that runs the instance finds the request after its step.
                return true;
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
            Runtime.Schedule(Run, InstanceId);
        }

        return true;
    }

    private void CheckNotEnded()
    {
        if (_phase == InstancePhase.Ended)
        {
            throw new InvalidOperationException($"The workflow instance '{InstanceId}' has ended; use an instance that has not.");
        }
    }

    /// <summary>Runs steps until none is left.</summary>
    private void Run()
    {
        lock (_lock)
        {
            if (_isRunning || !IsHere)
            {
                return;
            }

            _isRunning = true;
        }

        using (WorkflowEnvironment.Enter(InstanceId, _point.Batch))
        {
            do
            {
                RunSteps();
            }
            while (!TryStop());
        }
    }

    private bool IsHere => _phase is not (InstancePhase.Ended or InstancePhase.Unloaded);

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
                Runtime.Notify(InstanceChange.Idled, InstanceId);
                SaveIdle();
                return;
            }
        }
    }

    private bool TryStop()
    {
        lock (_lock)
        {
            _isRunning = _requests.Count > 0 && IsHere;
            return !_isRunning;
        }
    }

    /// <summary>Handles what was requested.</summary>
    /// <returns>Whether steps can run.</returns>
    private bool HandleRequests()
    {
        while (IsHere && TryTake(out InstanceRequest request))
        {
            bool isSuspended = _phase == InstancePhase.Suspended;
            switch (request.Change)
            {
                case InstanceChange.Suspended when !isSuspended:
                    _phase = InstancePhase.Suspended;
                    SuspendInfo = request.Error;
                    Runtime.NotifySuspended(_handle, request.Error);
                    break;
                case InstanceChange.Resumed when isSuspended:
                    _phase = InstancePhase.Running;
                    Runtime.Notify(InstanceChange.Resumed, InstanceId);
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
                    EndWith(new WorkflowTerminatedException(request.Error), mayKeepWork: true);
                    break;
                case InstanceChange.Aborted:
                    Abort(null);
                    break;
                case InstanceChange.Unloaded:
                    Answer(request, () => Unload());
                    break;
            }
        }

        return _phase == InstancePhase.Running;
    }

    private string? SuspendInfo
    {
        get => SavedStatus.InfoOf(Root);
        set => SavedStatus.Set(Root, WorkflowStatus.Suspended, value, isBlocked: false);
    }

    /// <summary>A thread waits for the request: it gets the failure.</summary>
    private static void Answer(InstanceRequest request, Action handle)
    {
        try
        {
            handle();
            request.Answer!.SetResult(true);
        }
        catch (Exception exception)
        {
            request.Answer!.SetException(exception);
        }
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
    private void Deliver(InstanceRequest request)
    {
        if (request.Work is not null)
        {
            _point.Batch.Add(request.Work, request.WorkItem!);
        }

        Runtime.Guard(() => _executor.Queuing.Deliver(request.QueueName!, request.Item), InstanceId);
    }

    private bool TryTake(out InstanceRequest request)
    {
        lock (_lock)
        {
            return _requests.TryDequeue(out request);
        }
    }

    /// <summary>The instance waits: it leaves the memory if the persistence service says so. If that fails, it stays, and the next time counts.</summary>
    private void SaveIdle()
    {
        try
        {
            lock (_lock)
            {
                if (_requests.Count > 0)
                {
                    return;
                }
            }

            if (_point.UnloadsOnIdle)
            {
                Unload();
            }
            else if (_point.IsDirty)
            {
                Save(isIdle: true, unlock: false);
            }
        }
        catch (Exception failure)
        {
            Runtime.Report(failure, InstanceId);
        }
    }

    private void Unload()
    {
        TakeItemsForIdle();
        try
        {
            Save(_executor.IsBlocked, unlock: true);
        }
        catch (Exception failure) when (PersistencePoint.EndsRun(failure))
        {
            Abort(null);
            throw;
        }

        Forget(InstancePhase.Unloaded);
        Runtime.Notify(InstanceChange.Unloaded, _handle);
    }

    private void Save(bool isIdle, bool unlock)
    {
        WorkflowStatus status = _phase switch
        {
            InstancePhase.Created => WorkflowStatus.Created,
            InstancePhase.Suspended => WorkflowStatus.Suspended,
            _ => WorkflowStatus.Running,
        };
        _point.Save(status, status == WorkflowStatus.Suspended ? SuspendInfo : null, isIdle, unlock);
    }

    private void End()
    {
        if (_executor.Unhandled is { } unhandled)
        {
            EndWith(unhandled, mayKeepWork: true);
            return;
        }

        Dictionary<string, object?> outputs;
        try
        {
            outputs = _handle.Definition.OutputsOf(Root);
            _point.Save(WorkflowStatus.Completed, null, isBlocked: true, unlock: true);
        }
        catch (Exception late)
        {
            EndWith(late, mayKeepWork: late is not (PersistenceException or WorkflowOwnershipException));
            return;
        }

        Finish();
        Runtime.NotifyCompleted(_handle, outputs);
    }

    /// <summary>
    /// The instance ends with an exception. Work that cannot be committed is dropped: it would keep the instance from ending. If the instance cannot be saved either, it falls
    /// back to what was saved last.
    /// </summary>
    private void EndWith(Exception exception, bool mayKeepWork)
    {
        Exception? failure = PersistencePoint.EndsRun(exception) ? exception : mayKeepWork ? TrySaveEnd(exception) : null;
        if (!mayKeepWork || failure is not null)
        {
            _point.Drop();
            failure = failure is not null && PersistencePoint.EndsRun(failure) ? failure : TrySaveEnd(exception);
        }

        if (failure is not null)
        {
            Abort(failure);
            return;
        }

        Finish();
        Runtime.NotifyTerminated(_handle, exception);
    }

    private Exception? TrySaveEnd(Exception exception)
    {
        try
        {
            _point.Save(WorkflowStatus.Terminated, exception.Message, isBlocked: true, unlock: true);
            return null;
        }
        catch (Exception failure)
        {
            return failure;
        }
    }

    private void Abort(Exception? failure)
    {
        Runtime.Guard(_point.Unlock, InstanceId);
        Forget(_point.HasService ? InstancePhase.Unloaded : InstancePhase.Ended);
        if (failure is not null)
        {
            Runtime.Report(failure, InstanceId);
        }

        Runtime.Notify(InstanceChange.Aborted, _handle);
    }

    private void Finish()
    {
        InstanceRequest[] rest = Leave(InstancePhase.Ended);
        Runtime.Forget(this);
        _timers.Stop();
        _executor.End();
        InvalidOperationException ended = new($"The workflow instance '{InstanceId}' has ended; use an instance that has not.");
        Array.ForEach(rest, request => request.Answer?.TrySetException(ended));
    }

    /// <summary>Removes the instance from the memory. What was requested meanwhile goes to the one that is loaded next.</summary>
    private void Forget(InstancePhase phase)
    {
        InstanceRequest[] rest = Leave(phase);
        Runtime.Forget(this);
        if (phase == InstancePhase.Unloaded)
        {
            _handle.Attach(null);
        }

        _timers.Stop();
        if (phase == InstancePhase.Ended)
        {
            _executor.End();
            return;
        }

        _executor.Unload();
        foreach (InstanceRequest request in rest)
        {
            if (request.Answer is not null)
            {
                request.Answer.TrySetResult(true);
            }
            else if (request.Change is not InstanceChange.TimerDue)
            {
                Runtime.Guard(() => Runtime.Load(InstanceId, _handle).TryRequest(request), InstanceId);
            }
        }
    }

    private InstanceRequest[] Leave(InstancePhase phase)
    {
        lock (_lock)
        {
            _phase = phase;
            InstanceRequest[] rest = [.. _requests];
            _requests.Clear();
            return rest;
        }
    }
}
