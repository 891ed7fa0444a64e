using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A workflow instance that is in the memory. All public members are safe for all threads; one thread at a time runs it, and no lock is held meanwhile.</summary>
internal sealed class LoadedInstance
{
    private readonly InstanceGate _gate;
    private readonly InstanceInbox _inbox;
    private readonly ScopeReversal _reversal;
    private volatile InstanceBody _body;
    private bool _isBetweenSteps;
    private bool _hasRun;

    /// <summary>Makes an instance of a new tree, or of one that was saved.</summary>
    /// <exception cref="InvalidOperationException">The saved instance has ended.</exception>
    public LoadedInstance(WorkflowInstance handle, Activity root)
    {
        Handle = handle;
        Runtime = handle.WorkflowRuntime;
        WorkBatch batch = new();
        bool isSaved = root.Runtime.Port is not null;
        _gate = new InstanceGate(InstanceId, isSaved ? SavedStatus.PhaseOf(root) : InstancePhase.Created);
        _inbox = new InstanceInbox(Runtime, InstanceId, batch);
        _reversal = new ScopeReversal(this, _gate, _inbox, batch);
        _body = new InstanceBody(this, root, _gate, batch, tracker: null);
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

    /// <summary>The activities that the instance has now. The thread that runs the instance replaces them.</summary>
    public InstanceBody Body
    {
        get => _body;
        set => _body = value;
    }

    public WorkflowQueuingService Queuing => Executor.Queuing;

    public TimerEventSubscription? NextTimer => Timers.Next;

    public bool IsLoaded => _gate.IsHere;

    /// <summary>Whether it has left the memory, and another object takes its place.</summary>
    public bool IsUnloaded => _gate.Phase == InstancePhase.Unloaded;

    /// <returns>Whether the instance is in the memory; otherwise it was not started.</returns>
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

    /// <summary>The start is tracked before handlers of the runtime hear of it. If another thread has the instance, that thread tracks the start with the next record, or the first step does.</summary>
    private void FlushStart()
    {
        if (Tracker is { } tracker && _gate.TryEnter())
        {
            tracker.Flush();
            HandleRequests();
            _gate.Leave();
        }
    }

    /// <summary>The instance was loaded: it goes on if there is something to do.</summary>
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

    /// <summary>A timer of the scheduler is due.</summary>
    public void TimerDue() => TryRequest(new InstanceRequest(InstanceChange.TimerDue), isOptional: true);

    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void CheckIsHere() => _gate.CheckNotEnded();

    /// <summary>Unloads the instance if its runtime saves it; otherwise, and if that fails, throws it away.</summary>
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

    /// <summary>Saves the instance and removes it from the memory.</summary>
    /// <param name="waits">Whether a step that runs is waited for; otherwise the instance stays if it has something to do.</param>
    /// <returns>Whether it has left the memory.</returns>
    public bool TryUnload(bool waits)
    {
        if (IsOwnCall)
        {
            return _isBetweenSteps && (WorkflowEnvironment.IsCurrent(InstanceId) || !WorkflowEnvironment.IsIn(InstanceId))
                ? UnloadBetweenSteps(waits)
                : throw new InvalidOperationException($"The workflow instance '{InstanceId}' cannot be unloaded by one of its own steps; unload it from outside, or when it is idle.");
        }

        _gate.CheckNotEnded();
        if (!waits && IsLoaded && !(!Executor.Transactions.IsActive && _gate.IsQuiet && (_gate.Phase != InstancePhase.Running || Executor.IsBlocked)))
        {
            return false;
        }

        // If it is refused, the instance was unloaded in between.
        InstanceRequest request = new(InstanceChange.Unloaded) { Answer = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously) };
        return !TryRequest(request) || BlockingCall.Wait(() => request.Answer.Task);
    }

    /// <summary>Changes the definition of the instance. A step of the instance, and code that the runtime calls between steps, changes it at once; other threads wait for the end of the step.</summary>
    /// <returns>Whether the instance is in the memory; otherwise nothing has changed.</returns>
    public bool TryChange(WorkflowChanges changes)
    {
        InstanceRequest request = new(InstanceChange.Changed) { Changes = changes, Answer = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously) };
        if (!_gate.IsMine)
        {
            return TryRequest(request) && BlockingCall.Wait(() => request.Answer.Task);
        }

        _gate.CheckNotEnded();
        if (Exit.Point.IsSaving || !IsLoaded)
        {
            throw new InvalidOperationException($"The workflow instance '{InstanceId}' cannot be changed by code that saves it; change it when the save has ended.");
        }

        using IDisposable environment = WorkflowEnvironment.Enter(InstanceId, Exit.Point.Batch);
        Executor.ApplyChanges(changes);
        // If the instance was about to wait, it goes on.
        _gate.Defer(new InstanceRequest(InstanceChange.Changed));
        return true;
    }

    /// <summary>Hands a request over to the thread that runs the instance; if none does, this thread handles it.</summary>
    /// <param name="request">The request.</param>
    /// <param name="isOptional">Whether an instance that has ended ignores it.</param>
    /// <returns>Whether the instance is in the memory; otherwise the request was not taken.</returns>
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
            // This thread handles the request; the steps stay with the scheduler.
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

    private InstanceExit Exit => _body.Exit;

    /// <summary>Whether this thread runs the instance, or a step of it: then it cannot wait for it.</summary>
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

    /// <summary>Handles what was requested.</summary>
    /// <returns>Whether steps can run.</returns>
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
                // No step runs; the scope ends nevertheless, so that what waits for its end goes on.
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

    /// <summary>The instance waits. A handler may unload it. What a handler requests is no reason to call it again, unless a step runs: it would request the same for ever.</summary>
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

    /// <summary>Calls handlers that may unload the instance: no step of it runs.</summary>
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

    /// <summary>A handler of the runtime unloads the instance, on the thread that runs it. What was requested, and a transaction scope, come first.</summary>
    private bool UnloadBetweenSteps(bool waits) => !IsLoaded || (!Executor.Transactions.IsActive && Exit.TryUnload()) || (waits
        ? throw new InvalidOperationException($"The workflow instance '{InstanceId}' cannot be unloaded now: it has something to do, or a transaction scope runs; use TryUnload, and unload it when it is idle again.")
        : false);

    private void Change(InstanceRequest request)
    {
        try
        {
            using IDisposable environment = WorkflowEnvironment.Enter(InstanceId, Exit.Point.Batch);
            Executor.ApplyChanges(request.Changes!);
            request.Answer!.SetResult(true);
        }
        catch (Exception exception)
        {
            request.Answer!.SetException(exception);
        }
    }

    /// <summary>A thread waits: it gets the failure.</summary>
    private void Unload(InstanceRequest request)
    {
        try
        {
            _inbox.TakeItemsForIdle(Executor);
            if (Exit.TryUnload())
            {
                request.Answer!.SetResult(true);
            }
            else
            {
                _gate.Defer(request);
            }
        }
        catch (Exception exception)
        {
            request.Answer!.SetException(exception);
        }
    }
}
