using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A workflow instance in memory. All public members are thread-safe. One thread at a time runs the instance, and holds no lock meanwhile.</summary>
internal sealed class LoadedInstance
{
    private readonly InstanceMutex _gate;
    private readonly RequestQueue _inbox;
    private readonly ScopeRollback _reversal;
    private volatile InstanceTree _body;
    private bool _isBetweenSteps;
    private bool _hasRun;

    /// <summary>Creates an instance from a new tree, or from a saved tree.</summary>
    /// <exception cref="InvalidOperationException">The saved instance has ended.</exception>
    public LoadedInstance(WorkflowInstance handle, Activity root)
    {
        Handle = handle;
        Runtime = handle.WorkflowRuntime;
        WorkBatch batch = new();
        bool isSaved = root.Runtime.Port is not null;
        _gate = new InstanceMutex(InstanceId, isSaved ? SavedStatus.PhaseOf(root) : InstancePhase.Created);
        _inbox = new RequestQueue(Runtime, InstanceId, batch);
        _reversal = new ScopeRollback(this, _gate, _inbox, batch);
        _body = new InstanceTree(this, root, _gate, batch, tracker: null);
        _gate.CheckNotEnded();
        if (isSaved)
        {
            Executor.Reload();
            Tracker?.Track(TrackingWorkflowEvent.Loaded);
        }
        else
        {
            Executor.Initialize();
        }
    }

    public Guid InstanceId => Handle.InstanceId;

    public WorkflowRuntime Runtime { get; }

    public WorkflowInstance Handle { get; }

    public Activity Root => _body.Root;

    /// <summary>The current activities of the instance. Only the thread that runs the instance replaces them.</summary>
    public InstanceTree Body
    {
        get => _body;
        set => _body = value;
    }

    public WorkflowQueuingService Queuing => Executor.Queuing;

    public TimerEventSubscription? NextTimer => Timers.Next;

    public bool IsLoaded => _gate.IsHere;

    /// <summary>True if the instance has left memory and another object replaces this one.</summary>
    public bool IsUnloaded => _gate.Phase == InstancePhase.Unloaded;

    /// <returns>True if the instance was started; false if it has left memory.</returns>
    public bool TryStart()
    {
        if (!_gate.TryStart(Tracker?.Starting(Executor.Start) ?? Executor.Start))
        {
            return false;
        }

        FlushStart();
        Runtime.Notify(InstanceChange.Started, InstanceId);
        Runtime.Schedule(Run, InstanceId);
        return true;
    }

    /// <summary>
    /// Tracks the start before handlers of the runtime are notified. If another thread runs the instance, that thread tracks the start with its next record, or
    /// the first step tracks it.
    /// </summary>
    private void FlushStart()
    {
        if (Tracker is { } tracker && _gate.TryEnter())
        {
            tracker.Flush();
            HandleRequests();
            _gate.Leave();
        }
    }

    /// <summary>Continues a loaded instance if there is something to do.</summary>
    public void GoOn()
    {
        if (_gate.Phase == InstancePhase.Running)
        {
            Timers.Arrange();
            if (!Executor.IsBlocked)
            {
                Runtime.Schedule(Run, InstanceId);
            }
        }
    }

    /// <summary>Called when a timer of the scheduler is due.</summary>
    public void TimerDue() => TryRequest(new InstanceRequest(InstanceChange.TimerDue), isOptional: true);

    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void CheckIsHere() => _gate.CheckNotEnded();

    /// <summary>Unloads the instance if its runtime saves instances. Otherwise, or if the unload fails, discards the instance.</summary>
    public void Leave()
    {
        try
        {
            if (Exit.Point.HasService && (_isBetweenSteps || !IsOwnCall))
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

    /// <summary>Saves the instance and removes it from memory.</summary>
    /// <param name="waits">True to wait for a running step; false to leave the instance in memory if it has something to do.</param>
    /// <returns>True if the instance has left memory.</returns>
    public bool TryUnload(bool waits)
    {
        if (IsOwnCall)
        {
            return _isBetweenSteps && (WorkflowEnvironment.IsCurrent(InstanceId) || !WorkflowEnvironment.IsIn(InstanceId))
                ? UnloadBetweenSteps(waits)
                : throw new InvalidOperationException(
                    $"The workflow instance '{InstanceId}' cannot be unloaded by one of its own steps; unload it from outside, or when it is idle.");
        }

        _gate.CheckNotEnded();
        if (!waits
            && IsLoaded
            && !(!Executor.Transactions.IsActive && _gate.IsQuiet && (_gate.Phase != InstancePhase.Running || Executor.IsBlocked)))
        {
            return false;
        }

        // If the request is refused, the instance has been unloaded meanwhile.
        InstanceRequest request = InstanceRequest.Awaited(InstanceChange.Unloaded);
        return !TryRequest(request) || BlockingCall.Wait(() => request.Answer!.Task);
    }

    /// <summary>
    /// Changes the definition of the instance. On the thread that runs the instance, in a step or between steps, the change takes effect immediately; other
    /// threads wait for the end of the step.
    /// </summary>
    /// <returns>True if the definition has changed; false if the instance has left memory.</returns>
    public bool TryChange(WorkflowChanges changes)
    {
        if (!_gate.IsMine)
        {
            InstanceRequest request = InstanceRequest.Awaited(InstanceChange.Changed) with { Changes = changes };
            return TryRequest(request) && BlockingCall.Wait(() => request.Answer!.Task);
        }

        _gate.CheckNotEnded();
        if (Exit.Point.IsSaving || !IsLoaded)
        {
            throw new InvalidOperationException(
                $"The workflow instance '{InstanceId}' cannot be changed by code that saves it; change it when the save has ended.");
        }

        using IDisposable environment = WorkflowEnvironment.Enter(InstanceId, Exit.Point.Batch);
        Executor.ApplyChanges(changes);
        // If the instance was about to wait, this request makes it continue.
        _gate.Defer(new InstanceRequest(InstanceChange.Changed));
        return true;
    }

    /// <summary>Passes a request to the thread that runs the instance. If no thread runs it, the current thread handles the request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="isOptional">True if an instance that has ended ignores the request.</param>
    /// <returns>True if the request was accepted; false if the instance has left memory, or has ended and the request is optional.</returns>
    public bool TryRequest(InstanceRequest request, bool isOptional = false)
    {
        RequestOutcome outcome = _gate.Request(request, isOptional);
        while (outcome == RequestOutcome.Deferred)
        {
            BlockingCall.Wait(() => _gate.Unloading);
            outcome = _gate.Request(request, isOptional);
        }

        if (outcome == RequestOutcome.Taken)
        {
            // This thread handles only the request. The scheduler runs the steps.
            bool goesOn = HandleRequests();
            if (_gate.Leave() | goesOn)
            {
                Runtime.Schedule(Run, InstanceId);
            }
        }

        return outcome != RequestOutcome.Refused;
    }

    private ActivityExecutor Executor => _body.Executor;

    private InstanceTracker? Tracker => InstanceTracker.Of(Executor);

    private InstanceTimers Timers => _body.Timers;

    private InstanceShutdown Exit => _body.Exit;

    /// <summary>True if the current thread runs the instance, or a step of it. This thread must not wait for the instance.</summary>
    private bool IsOwnCall => _gate.IsMine || WorkflowEnvironment.IsIn(InstanceId);

    /// <summary>Runs steps until none is left.</summary>
    private void Run()
    {
        if (!_gate.TryEnter())
        {
            return;
        }

        using IDisposable environment = WorkflowEnvironment.Enter(InstanceId, Exit.Point.Batch);
        Tracker?.Flush();
        do
        {
            RunSteps();
        }
        while (!_gate.TryLeave());
    }

    private void RunSteps()
    {
        while (HandleRequests())
        {
            bool isIdle = !Executor.IsEnded && !Executor.RunNext();
            _hasRun |= !isIdle;
            if (isIdle)
            {
                Executor.Transactions.CheckAborted();
            }

            if (_reversal.TryRevert())
            {
                continue;
            }

            if (Executor.IsEnded)
            {
                Exit.End();
            }
            else if (isIdle && !_inbox.TakeItemsForIdle(Executor))
            {
                Timers.Arrange();
                Wait();
                return;
            }
        }
    }

    /// <summary>Handles the pending requests.</summary>
    /// <returns>True if steps can run.</returns>
    private bool HandleRequests()
    {
        if (!Executor.Transactions.IsActive)
        {
            _inbox.LeaveScope(_gate);
        }

        while (_gate.IsHere && _gate.TryTake(out InstanceRequest request))
        {
            Take(request, _gate.Phase == InstancePhase.Suspended);
        }

        return _gate.Phase == InstancePhase.Running;
    }

    private void Take(InstanceRequest request, bool isSuspended)
    {
        switch (request.Change)
        {
            case InstanceChange.Suspended when !isSuspended:
                _gate.GoTo(InstancePhase.Suspended);
                Exit.SuspendInfo = request.Error;
                Tracker?.Track(TrackingWorkflowEvent.Suspended, new TrackingWorkflowSuspendedEventArgs(request.Error));
                NotifyBetweenSteps(() => Runtime.NotifySuspended(Handle, request.Error));
                break;
            case InstanceChange.Resumed when isSuspended:
                _gate.GoTo(InstancePhase.Running);
                Tracker?.Track(TrackingWorkflowEvent.Resumed);
                NotifyBetweenSteps(() => Runtime.Notify(InstanceChange.Resumed, InstanceId));
                break;
            case InstanceChange.Created:
                Tracker?.Track(TrackingWorkflowEvent.Created);
                break;
            case InstanceChange.ProfilesReloaded:
                Tracker?.Reload();
                break;
            case InstanceChange.ItemSent:
                _inbox.Deliver(request, Executor);
                break;
            case InstanceChange.ItemSentOnIdle:
                _inbox.KeepUntilIdle(request);
                break;
            case InstanceChange.TimerDue:
                Timers.TakeDue(Executor.Queuing);
                break;
            case InstanceChange.TransactionAborted when isSuspended:
                // No step runs while the instance is suspended. The scope ends nevertheless, so that the requests that wait for its end are handled.
                Executor.Transactions.CheckAborted();
                _reversal.TryRevert();
                break;
            case InstanceChange.Terminated:
                _inbox.LeaveScope(_gate);
                Exit.EndWith(new WorkflowTerminatedException(request.Error), mayKeepWork: true);
                break;
            case InstanceChange.Aborted:
                _inbox.LeaveScope(_gate);
                Exit.Abort(null);
                break;
            case InstanceChange.Changed or InstanceChange.Unloaded when Executor.Transactions.IsActive:
                _inbox.KeepUntilScopeEnds(request);
                break;
            case InstanceChange.Changed when request.Changes is not null:
                Change(request);
                break;
            case InstanceChange.Unloaded:
                Unload(request);
                break;
        }
    }

    /// <summary>
    /// Called when the instance is idle. A handler can unload the instance. Requests of the handler do not cause another call unless a step runs, because the
    /// handler could make the same requests forever.
    /// </summary>
    private void Wait()
    {
        if (_hasRun)
        {
            _hasRun = false;
            Tracker?.Track(TrackingWorkflowEvent.Idle);
            NotifyBetweenSteps(() => Runtime.Notify(InstanceChange.Idled, InstanceId));
        }

        if (_gate.IsHere)
        {
            Exit.SaveIdle();
        }
    }

    /// <summary>Calls handlers while no step of the instance runs, so that the handlers can unload it.</summary>
    private void NotifyBetweenSteps(Action notify)
    {
        _isBetweenSteps = true;
        try
        {
            notify();
        }
        finally
        {
            _isBetweenSteps = false;
        }
    }

    /// <summary>
    /// Unloads the instance on the thread that runs it, for a handler of the runtime. Pending requests and a running transaction scope prevent the unload.
    /// </summary>
    private bool UnloadBetweenSteps(bool waits) => !IsLoaded || (!Executor.Transactions.IsActive && Exit.TryUnload()) || (waits
        ? throw new InvalidOperationException(
            $"The workflow instance '{InstanceId}' cannot be unloaded now: it has something to do, or a transaction scope runs; use TryUnload, and unload it when it is idle again.")
        : false);

    private void Change(InstanceRequest request) => request.TryAnswer(() =>
    {
        using IDisposable environment = WorkflowEnvironment.Enter(InstanceId, Exit.Point.Batch);
        Executor.ApplyChanges(request.Changes!);
        return true;
    });

    /// <summary>Unloads the instance for a waiting thread.</summary>
    private void Unload(InstanceRequest request)
    {
        bool isAnswered = request.TryAnswer(() =>
        {
            _inbox.TakeItemsForIdle(Executor);
            return Exit.TryUnload();
        });
        if (!isAnswered)
        {
            _gate.Defer(request);
        }
    }
}
