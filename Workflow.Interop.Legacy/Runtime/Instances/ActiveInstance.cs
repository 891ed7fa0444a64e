using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// A workflow instance in memory, as its handle and the runtime use it. All members except <see cref="Tree"/> are thread-safe. One thread at a time runs the
/// instance, and holds no lock meanwhile.
/// </summary>
internal sealed class ActiveInstance
{
    private readonly InstanceTurn _turn;
    private readonly InstanceRunner _runner;
    private readonly RequestHandler _requests;
    private volatile InstanceTree _tree;

    /// <summary>Creates an instance from a new tree, or from a saved tree.</summary>
    /// <exception cref="InvalidOperationException">The saved instance has ended.</exception>
    public ActiveInstance(InstanceHost host, Activity root)
    {
        Host = host;
        WorkBatch batch = new();
        bool isSaved = root.Runtime.Port is not null;
        _turn = new InstanceTurn(host.InstanceId, isSaved ? PhaseOf(SavedStatus.StatusOf(root)) : LifecyclePhase.Created);
        DeferredRequests deferred = new(host.Executors, _turn, batch);
        ScopeRollback rollback = new(this, _turn, deferred, batch);
        _requests = new RequestHandler(this, _turn, deferred, rollback);
        _runner = new InstanceRunner(this, _turn, _requests, deferred, rollback);
        _tree = new InstanceTree(this, root, _turn, batch, tracker: null);

        // No other thread knows this object yet, so the activities are loaded without the turn.
        _turn.CheckNotEnded();
        if (isSaved)
        {
            Executor.Lifetime.Reload(root);
            InstanceTracker.Of(Executor)?.Track(TrackingWorkflowEvent.Loaded);
        }
        else
        {
            Executor.Lifetime.Load(root);
        }
    }

    public InstanceHost Host { get; }

    /// <summary>The current activities of the instance. Only the owner of the turn replaces them.</summary>
    public InstanceTree Tree
    {
        get => _tree;
        set => _tree = value;
    }

    public WorkflowQueuingService Queuing => Executor.Queuing;

    public TimerEventSubscription? NextTimer => _tree.Timers.Next;

    public bool IsInMemory => _turn.IsInMemory;

    /// <summary>True if the instance has left memory and another object replaces this one.</summary>
    public bool IsUnloaded => _turn.Phase == LifecyclePhase.Unloaded;

    private ActivityExecutor Executor => _tree.Executor;

    /// <summary>True if the current thread runs the instance, or a step of it. This thread must not wait for the instance.</summary>
    private bool IsOwnCall => _turn.IsMine || WorkflowEnvironment.IsIn(Host.InstanceId);

    /// <summary>Starts the instance. The scheduler runs it.</summary>
    /// <returns>True if the instance was started; false if it has left memory.</returns>
    /// <exception cref="InvalidOperationException">The instance was started before, or has ended.</exception>
    public bool TryStart()
    {
        // The handlers of the runtime are notified before the first step can run.
        if (!_turn.TryClaimStart() || !TryRequest(new InstanceRequest(InstanceChange.Started), schedules: false))
        {
            return false;
        }

        _turn.ConfirmStart();
        Host.Notify(InstanceChange.Started);
        Host.Schedule(_runner.Run);
        return true;
    }

    /// <summary>Continues a loaded instance if there is something to do.</summary>
    public void Continue()
    {
        if (_turn.Phase == LifecyclePhase.Running)
        {
            _tree.Timers.Arrange();
            if (!Executor.IsBlocked)
            {
                Host.Schedule(_runner.Run);
            }
        }
    }

    /// <summary>Called when a timer of the scheduler is due.</summary>
    public void OnTimerDue() => TryRequest(new InstanceRequest(InstanceChange.TimerDue), isOptional: true);

    /// <exception cref="InvalidOperationException">The instance has ended.</exception>
    public void CheckNotEnded() => _turn.CheckNotEnded();

    /// <summary>Unloads the instance if its runtime saves instances. Otherwise, or if the unload fails, discards the instance.</summary>
    public void UnloadOrAbort()
    {
        try
        {
            if (Host.Saving.HasService && (_turn.IsBetweenSteps || !IsOwnCall))
            {
                TryUnload(waits: true);
                return;
            }
        }
        catch (Exception exception)
        {
            Host.Report(exception);
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
            return _turn.IsBetweenSteps && (WorkflowEnvironment.IsCurrent(Host.InstanceId) || !WorkflowEnvironment.IsIn(Host.InstanceId))
                ? UnloadBetweenSteps(waits)
                : throw new InvalidOperationException(
                    $"The workflow instance '{Host.InstanceId}' cannot be unloaded by one of its own steps; unload it from outside, or when it is idle.");
        }

        _turn.CheckNotEnded();
        if (!waits && IsInMemory && !IsWaiting())
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
        if (!_turn.IsMine)
        {
            InstanceRequest request = InstanceRequest.Awaited(InstanceChange.Changed, changes);
            return TryRequest(request) && BlockingCall.Wait(() => request.Answer!.Task);
        }

        _turn.CheckNotEnded();
        WorkBatchSaver saves = _tree.Shutdown.Saves;
        if (saves.IsSaving || !IsInMemory)
        {
            throw new InvalidOperationException(
                $"The workflow instance '{Host.InstanceId}' cannot be changed by code that saves it; change it when the save has ended.");
        }

        using IDisposable environment = WorkflowEnvironment.Enter(Host.InstanceId, saves.Batch);
        Executor.ApplyChanges(changes);
        // If the instance was about to wait, this request makes it continue.
        _turn.Defer(new InstanceRequest(InstanceChange.Changed));
        return true;
    }

    /// <summary>Passes a request to the owner of the turn. If the turn has no owner, the current thread handles the request.</summary>
    /// <param name="request">The request.</param>
    /// <param name="isOptional">True if an instance that has ended ignores the request.</param>
    /// <param name="schedules">True to schedule the instance if it has steps to run after the request.</param>
    /// <returns>True if the request was accepted; false if the instance has left memory, or has ended and the request is optional.</returns>
    public bool TryRequest(InstanceRequest request, bool isOptional = false, bool schedules = true)
    {
        RequestOutcome outcome = _turn.Request(request, isOptional);
        while (outcome == RequestOutcome.Deferred)
        {
            BlockingCall.Wait(() => _turn.Unloading);
            outcome = _turn.Request(request, isOptional);
        }

        if (outcome == RequestOutcome.Taken)
        {
            // This thread handles only requests; the scheduler runs the steps. It also handles the requests that come meanwhile, because a scheduler that the
            // application calls may never call back.
            bool canRun;
            do
            {
                canRun = _requests.HandleAll();
            }
            while (!_turn.TryEnd());

            if (canRun && schedules)
            {
                Host.Schedule(_runner.Run);
            }
        }

        return outcome != RequestOutcome.Refused;
    }

    private static LifecyclePhase PhaseOf(WorkflowStatus status) => status switch
    {
        WorkflowStatus.Created => LifecyclePhase.Created,
        WorkflowStatus.Running => LifecyclePhase.Running,
        WorkflowStatus.Suspended => LifecyclePhase.Suspended,
        _ => LifecyclePhase.Ended,
    };

    private bool IsWaiting() =>
        !Executor.Transactions.IsActive && _turn.IsFree && (_turn.Phase != LifecyclePhase.Running || Executor.IsBlocked);

    /// <summary>
    /// Unloads the instance on the thread that runs it, for a handler of the runtime. Pending requests and a running transaction scope prevent the unload.
    /// </summary>
    private bool UnloadBetweenSteps(bool waits) => !IsInMemory || (!Executor.Transactions.IsActive && _tree.Shutdown.TryUnload()) || (waits
        ? throw new InvalidOperationException(
            $"The workflow instance '{Host.InstanceId}' cannot be unloaded now: it has something to do, or a transaction scope runs; use TryUnload, and unload it when it is idle again.")
        : false);
}
