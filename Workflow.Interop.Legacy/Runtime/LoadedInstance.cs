using System.Diagnostics.CodeAnalysis;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A workflow instance that is in the memory. All public members are safe for all threads; one thread at a time runs it, and no lock is held meanwhile.</summary>
internal sealed class LoadedInstance
{
    private readonly Queue<InstanceRequest> _whenIdle = new();
    private readonly InstanceGate _gate;
    private readonly ScopeRequests _scopeRequests = new();
    private readonly WorkBatch _batch = new();
    private volatile ActivityExecutor _executor;
    private volatile InstanceTimers _timers;
    private InstanceExit _exit;

    /// <summary>Makes an instance of a new tree, or of one that was saved.</summary>
    /// <exception cref="InvalidOperationException">The saved instance has ended.</exception>
    public LoadedInstance(WorkflowInstance handle, Activity root)
    {
        Handle = handle;
        Root = root;
        Runtime = handle.WorkflowRuntime;
        bool isSaved = root.Runtime.Port is not null;
        _gate = new InstanceGate(InstanceId, isSaved ? PhaseOf(SavedStatus.StatusOf(root)) : InstancePhase.Created);
        Attach(root);
        _gate.CheckNotEnded();
        if (isSaved)
        {
            _executor.Reload();
            Tracker?.Track(TrackingWorkflowEvent.Loaded);
        }
        else
        {
            _executor.Initialize();
        }
    }

    public Guid InstanceId => Handle.InstanceId;

    public WorkflowRuntime Runtime { get; }

    public WorkflowInstance Handle { get; }

    public Activity Root { get; private set; }

    public WorkflowQueuingService Queuing => _executor.Queuing;

    public TimerEventSubscription? NextTimer => _timers.Next;

    public bool IsLoaded => _gate.IsHere;

    private InstanceTracker? Tracker => InstanceTracker.Of(_executor);

    /// <summary>Whether it has left the memory, and another object takes its place.</summary>
    public bool IsUnloaded => _gate.Phase == InstancePhase.Unloaded;

    /// <returns>Whether the instance is in the memory; otherwise it was not started.</returns>
    public bool TryStart()
    {
        if (!_gate.TryStart(Tracker?.Starting(_executor.Start) ?? _executor.Start))
        {
            return false;
        }

        Runtime.Notify(InstanceChange.Started, InstanceId);
        Runtime.Schedule(Run, InstanceId);
        return true;
    }

    /// <summary>The instance was loaded: it goes on if there is something to do.</summary>
    public void GoOn()
    {
        if (_gate.Phase == InstancePhase.Running)
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
    public void CheckIsHere() => _gate.CheckNotEnded();

    /// <exception cref="InvalidOperationException">There is no such queue, or it is not enabled.</exception>
    public void CheckQueue(IComparable queueName)
    {
        if (IsLoaded)
        {
            Queuing.GetWorkflowQueue(queueName).CheckEnabled();
        }
    }

    /// <summary>Unloads the instance if its runtime saves it; otherwise, and if that fails, throws it away.</summary>
    public void Leave()
    {
        try
        {
            if (_exit.Point.HasService && !WorkflowEnvironment.IsIn(InstanceId))
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

        _gate.CheckNotEnded();
        if (!waits && IsLoaded && !(!_executor.Transactions.IsActive && _gate.IsQuiet && (_gate.Phase != InstancePhase.Running || _executor.IsBlocked)))
        {
            return false;
        }

        // If it is refused, the instance was unloaded in between.
        InstanceRequest request = new(InstanceChange.Unloaded) { Answer = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously) };
        return !TryRequest(request) || BlockingCall.Wait(() => request.Answer.Task);
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

    private static InstancePhase PhaseOf(WorkflowStatus status) => status switch
    {
        WorkflowStatus.Created => InstancePhase.Created,
        WorkflowStatus.Running => InstancePhase.Running,
        WorkflowStatus.Suspended => InstancePhase.Suspended,
        _ => InstancePhase.Ended,
    };

    /// <summary>Takes a tree of activities: the first one, or one that has gone back to the beginning of a transaction scope.</summary>
    [MemberNotNull(nameof(_executor), nameof(_timers), nameof(_exit), nameof(Root))]
    private void Attach(Activity root)
    {
        Root = root;
        InstanceTracker? before = Tracker;
        _executor = (ActivityExecutor?)root.Runtime.Port ?? new ActivityExecutor(root, InstanceId, Runtime);
        _executor.Tracking = InstanceTracker.Attach(before, Runtime, root, InstanceId, _batch);
        _timers = new InstanceTimers(root, this);
        _exit = new InstanceExit(this, _executor, _gate, _timers, _batch);
        _executor.Persist = _exit.Point.HasService ? transaction => _exit.Save(isIdle: false, unlock: false, transaction) : null;
        _executor.Transactions.Connect(_batch, () => TryRequest(new InstanceRequest(InstanceChange.TransactionAborted), isOptional: true));
    }

    /// <summary>If a transaction scope has failed, the instance goes back to its beginning, and the scope gets the exception. What came from outside meanwhile comes again.</summary>
    /// <returns>Whether one has failed.</returns>
    private bool TryRevert()
    {
        if (_executor.Transactions.Failure is not { } failure)
        {
            return false;
        }

        using IDisposable environment = WorkflowEnvironment.Enter(InstanceId, _batch);
        InstanceRequest[] again = _scopeRequests.Leave(_gate);
        if (PersistencePoint.EndsRun(failure))
        {
            _exit.Abort(failure);
            return true;
        }

        try
        {
            string? info = _exit.SuspendInfo;
            byte[] checkpoint = _executor.Transactions.Checkpoint;
            _executor.Transactions.Drop();
            Activity root = SavedForm.Read(checkpoint, InstanceId, _ => Handle.Definition, root => new ActivityExecutor(root, InstanceId, Runtime));
            _timers.Stop();
            _executor.Unload();
            Attach(root);
            if (_gate.Phase == InstancePhase.Suspended)
            {
                _exit.SuspendInfo = info;
            }

            _executor.Reload();
            _executor.FaultScope(failure);
            Array.ForEach(again, Deliver);
            _timers.Arrange();
        }
        catch (Exception exception)
        {
            _exit.Abort(exception);
        }

        return true;
    }

    /// <summary>Runs steps until none is left.</summary>
    private void Run()
    {
        if (!_gate.TryEnter())
        {
            return;
        }

        using (WorkflowEnvironment.Enter(InstanceId, _exit.Point.Batch))
        {
            Tracker?.Flush();
            do
            {
                RunSteps();
            }
            while (!_gate.TryLeave());
        }
    }

    private void RunSteps()
    {
        while (HandleRequests())
        {
            bool isIdle = !_executor.IsEnded && !_executor.RunNext();
            if (isIdle)
            {
                _executor.Transactions.CheckAborted();
            }

            if (TryRevert())
            {
                continue;
            }

            if (_executor.IsEnded)
            {
                _exit.End();
            }
            else if (isIdle && !TakeItemsForIdle())
            {
                _timers.Arrange();
                Tracker?.Track(TrackingWorkflowEvent.Idle);
                Runtime.Notify(InstanceChange.Idled, InstanceId);
                _exit.SaveIdle();
                return;
            }
        }
    }

    /// <summary>Handles what was requested.</summary>
    /// <returns>Whether steps can run.</returns>
    private bool HandleRequests()
    {
        if (!_executor.Transactions.IsActive)
        {
            _scopeRequests.Leave(_gate);
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
                _exit.SuspendInfo = request.Error;
                Tracker?.Track(TrackingWorkflowEvent.Suspended, new TrackingWorkflowSuspendedEventArgs(request.Error));
                Runtime.NotifySuspended(Handle, request.Error);
                break;
            case InstanceChange.Resumed when isSuspended:
                _gate.GoTo(InstancePhase.Running);
                Tracker?.Track(TrackingWorkflowEvent.Resumed);
                Runtime.Notify(InstanceChange.Resumed, InstanceId);
                break;
            case InstanceChange.Created:
                Tracker?.Track(TrackingWorkflowEvent.Created);
                break;
            case InstanceChange.ProfilesReloaded:
                Tracker?.Reload();
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
            case InstanceChange.TransactionAborted when isSuspended:
                // No step runs; the scope ends nevertheless, so that what waits for its end goes on.
                _executor.Transactions.CheckAborted();
                TryRevert();
                break;
            case InstanceChange.Terminated:
                _scopeRequests.Leave(_gate);
                _exit.EndWith(new WorkflowTerminatedException(request.Error), mayKeepWork: true);
                break;
            case InstanceChange.Aborted:
                _scopeRequests.Leave(_gate);
                _exit.Abort(null);
                break;
            case InstanceChange.Unloaded when _executor.Transactions.IsActive:
                _scopeRequests.HandleAfterwards(request);
                break;
            case InstanceChange.Unloaded:
                Unload(request);
                break;
        }
    }

    /// <summary>A thread waits: it gets the failure.</summary>
    private void Unload(InstanceRequest request)
    {
        try
        {
            TakeItemsForIdle();
            if (_exit.TryUnload())
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
        if (_executor.Transactions.IsActive)
        {
            _scopeRequests.Repeat(request);
        }

        if (request.Work is not null)
        {
            _exit.Point.Batch.Add(request.Work, request.WorkItem!);
        }

        Runtime.Guard(() => _executor.Queuing.Deliver(request.QueueName!, request.Item), InstanceId);
    }
}
