using System.Runtime.ExceptionServices;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The step queue of one instance, and the state transitions of its activities. Not thread-safe.</summary>
internal class ActivityExecutor : ExecutionPort
{
    private readonly Activity _root;
    private readonly WorkflowRuntime _runtime;
    private readonly CompensatableActivities _kept;

    public ActivityExecutor(Activity root, Guid instanceId, WorkflowRuntime runtime)
    {
        _root = root;
        _runtime = runtime;
        InstanceId = instanceId;
        Handlers = new HandlerFilter(this);
        Transactions = new TransactionRun(this);
        _kept = new CompensatableActivities(this);
        Queuing = new WorkflowQueuingService(this);
        Current = root;
        root.Runtime.Port = this;
        root.State.Set(Activity.ActivityContextGuidProperty, instanceId);
    }

    public override Guid InstanceId { get; }

    /// <summary>The queues of the instance.</summary>
    public WorkflowQueuingService Queuing { get; }

    public WorkflowRuntime Runtime => _runtime;

    /// <summary>The steps that have not run.</summary>
    public StepQueue Steps { get; } = new();

    /// <summary>The running transaction scope of the instance.</summary>
    public TransactionRun Transactions { get; }

    /// <summary>
    /// Saves the instance at the request of an activity, and commits the transaction if there is one. Null if the runtime has no persistence service.
    /// </summary>
    public Action<CommittableTransaction?>? Persist { get; set; }

    /// <summary>True if there is no step to run.</summary>
    public bool IsBlocked => Steps.Count == 0;

    /// <summary>True if the definition of the instance can change.</summary>
    public virtual bool AllowsChanges => true;

    /// <summary>True while changes are being applied.</summary>
    public bool IsChanging { get; set; }

    /// <summary>Runs the handlers of faults, cancellation and compensation.</summary>
    public HandlerFilter Handlers { get; }

    /// <summary>The exception that no activity has handled, or null.</summary>
    public Exception? Unhandled { get; private set; }

    /// <summary>True if the root has closed because it was canceled.</summary>
    public bool IsCanceled { get; private set; }

    /// <summary>True if the root has closed and its handlers have been called.</summary>
    public bool IsEnded => _root.ExecutionStatus == ActivityExecutionStatus.Closed && Steps.Count == 0;

    public override object? GetService(Type serviceType) =>
        serviceType == typeof(WorkflowQueuingService) ? Queuing
        : serviceType == typeof(TimeProvider) ? _runtime.Time
        : RuntimeServices.IsHidden(serviceType) ? null : _runtime.GetService(serviceType);

    public void Initialize() => Load(_root);

    /// <summary>Notifies the activities of a saved instance that they were loaded into memory.</summary>
    public void Reload()
    {
        foreach (Activity activity in ActivityNames.Live(_root).Where(static activity => activity.Enabled))
        {
            activity.OnActivityExecutionContextLoad(this);
        }
    }

    /// <summary>Notifies the activities that they leave memory, and disposes of them. They do not end.</summary>
    public void Unload() => _kept.Unload(_root);

    /// <summary>Returns the data that are saved in addition to the activities.</summary>
    public InstanceImage Save()
    {
        TimerEventSubscriptionCollection? timers = (TimerEventSubscriptionCollection?)_root.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty);
        return new InstanceImage(Steps.All, Queuing.Save(), Queuing.SavePending(), TimerImage.Of(timers), Unhandled);
    }

    public void Restore(InstanceImage image)
    {
        image.Check();
        Steps.Replace([.. image.Steps]);
        Unhandled = image.Unhandled;
        Queuing.Restore(image);
        _root.State.Set(TimerEventSubscriptionCollection.TimerCollectionProperty, TimerImage.Restore(image.Timers, InstanceId));
    }

    public override void Load(Activity contextRoot)
    {
        foreach (Activity activity in ActivityNames.Tree(contextRoot))
        {
            if (activity.Enabled)
            {
                activity.OnActivityExecutionContextLoad(this);
                activity.Initialize(this);
            }
        }
    }

    public override void Discard(Activity contextRoot)
    {
        Exception? exception = null;
        _kept.Uninitialize(contextRoot, ref exception);
        _kept.Unload(contextRoot);
        if (exception is not null)
        {
            ExceptionDispatchInfo.Throw(exception);
        }
    }

    public void Start() => Begin(_root, ActivityExecutionStatus.Executing, null);

    /// <summary>Runs the next step.</summary>
    /// <returns>True if there was a step.</returns>
    public bool RunNext()
    {
        while (Steps.TryTake(out WorkItem? item))
        {
            if (!item.IsWanted)
            {
                continue;
            }

            Current = item.Owner;
            try
            {
                Transactions.Run(item);
            }
            catch (Exception exception)
            {
                Fault(item.Owner, exception);
            }
            finally
            {
                Current = _root;
            }

            return true;
        }

        return false;
    }

    public override void Queue(WorkItem item) => Steps.Add(item);

    public override void Suspend(string? error) => _runtime.GetWorkflow(InstanceId).Suspend(error!);

    public override void Terminate(string? error) => _runtime.GetWorkflow(InstanceId).Terminate(error!);

    public override Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments)
    {
        WorkflowInstance started = _runtime.CreateWorkflow(workflowType, arguments!, Guid.NewGuid(), Current);
        started.Start();
        return started.InstanceId;
    }

    public override void GoWithLock(Activity activity) => HandleLocks.Go(activity, this);

    public override void ApplyChanges(WorkflowChanges changes) => new LiveChange(
        this,
        _root as CompositeActivity ?? throw new InvalidOperationException(
            $"The workflow '{_root.QualifiedName}' has no children that could change; use a workflow that has.")).Apply(changes);

    public override void Execute(Activity child)
    {
        Check(child, ActivityExecutionStatus.Initialized, "executed");
        // A handler of a status event is called even if its activity has closed meanwhile.
        if (!CanBegin(child))
        {
            throw new InvalidOperationException(
                $"'{child.QualifiedName}' cannot be executed: '{child.Parent!.QualifiedName}' is not running; an activity executes its children while it runs.");
        }

        Begin(child, ActivityExecutionStatus.Executing, null);
    }

    public override void Cancel(Activity child)
    {
        Check(child, ActivityExecutionStatus.Executing, "canceled");
        Begin(child, ActivityExecutionStatus.Canceling, null);
    }

    public override void Compensate(Activity activity)
    {
        Check(activity, ActivityExecutionStatus.Closed, "compensated");
        if (activity is not ICompensatableActivity || activity.ExecutionResult != ActivityExecutionResult.Succeeded)
        {
            throw new InvalidOperationException(
                $"'{activity.QualifiedName}' cannot be compensated: its result is '{activity.ExecutionResult}'; compensate an ICompensatableActivity that has succeeded.");
        }

        Begin(activity, ActivityExecutionStatus.Compensating, null);
    }

    public override void Close(Activity activity)
    {
        ActivityState state = activity.Runtime;
        ActivityExecutionResult result = state.Status switch
        {
            ActivityExecutionStatus.Executing => ActivityExecutionResult.Succeeded,
            ActivityExecutionStatus.Canceling => ActivityExecutionResult.Canceled,
            ActivityExecutionStatus.Compensating => ActivityExecutionResult.Compensated,
            ActivityExecutionStatus.Faulting => ActivityExecutionResult.Faulted,
            _ => throw new InvalidOperationException(
                $"'{activity.QualifiedName}' cannot close: its status is '{state.Status}'; close an activity once, while it runs."),
        };
        if (state.HasPrimaryClosed)
        {
            throw new InvalidOperationException($"'{activity.QualifiedName}' cannot close: it was closed before and its handlers run; close an activity once.");
        }

        if (activity is CompositeActivity { HasActiveChild: true } composite)
        {
            throw new InvalidOperationException(composite.Contexts is { Active.Count: > 0 }
                ? $"'{activity.QualifiedName}' cannot close: an execution context is active; wait for the Closed event of its clone and call CompleteExecutionContext."
                : $"'{activity.QualifiedName}' cannot close: one of its children is active; wait for the Closed event of each child.");
        }

        state.Result = result;
        if (state.LockCount > 0)
        {
            state.HasPrimaryClosed = true;
            state.Notify(ActivityState.StatusChangedLockedProperty, new ActivityExecutionStatusChangedEventArgs(state.Status, result, activity), this);
        }
        else
        {
            Finish(activity);
        }
    }

    /// <summary>Closes an activity on which no lock is held.</summary>
    public void Finish(Activity activity)
    {
        ActivityState state = activity.Runtime;
        state.HasPrimaryClosed = false;
        if (Transactions.Holds(activity))
        {
            return;
        }

        IsCanceled |= ReferenceEquals(activity, _root) && state.Result == ActivityExecutionResult.Canceled;
        Exception? exception = null;
        Exception? reported = activity.Parent is null ? state.CurrentException : null;
        if (state is { Result: ActivityExecutionResult.Succeeded, CurrentException: null } && activity.Parent is not null && _kept.IsSaved(activity))
        {
            _kept.CloseSaved(activity);
        }
        else
        {
            exception = _kept.CloseUnsaved(activity);
        }

        HandleLocks.Leave(activity);
        _kept.EndRun(activity, ref exception);
        if (exception is not null)
        {
            Fault(activity, exception, isReported: ReferenceEquals(exception, reported));
        }

        CloseAfterChildren(activity.Parent);
    }

    /// <summary>Faults a transaction scope after the instance was reset to the beginning of the scope.</summary>
    public void FaultScope(Exception exception)
    {
        _ = Steps.TryTake(out WorkItem? first);
        Fault(first!.Owner, exception);
    }

    /// <summary>Releases the activities of an instance that has ended. Their exceptions are ignored, because no activity can handle them.</summary>
    public void End()
    {
        Exception? ignored = null;
        _kept.Uninitialize(_root, ref ignored);
        _kept.Unload(_root);
    }

    /// <summary>
    /// Closes a faulting activity that nothing else would close, and completes its execution contexts: an activity that failed to handle a fault, or an
    /// activity that has active execution contexts but no step left because its listener failed.
    /// </summary>
    public void CloseAfterChildren(CompositeActivity? activity)
    {
        if (activity?.Runtime is not { HasPrimaryClosed: false, Status: ActivityExecutionStatus.Faulting } state || activity.HasRunningChild)
        {
            return;
        }

        if (state.ClosesAfterChildren || (activity.Contexts is { Active.Count: > 0 } && !HasStep(activity)))
        {
            activity.Contexts?.CompleteAll();
            Close(activity);
        }
    }

    public void SetStatus(Activity activity, ActivityExecutionStatus status, DependencyProperty statusEvent)
    {
        ActivityState state = activity.Runtime;
        state.Status = status;
        ActivityExecutionStatusChangedEventArgs change = new(status, state.Result, activity);
        state.Notify(Activity.StatusChangedEvent, change, this);
        state.Notify(statusEvent, change, this);
        Tracking?.OnStatusChanged(activity);
    }

    /// <param name="source">The activity in which the exception originated.</param>
    /// <param name="exception">The exception.</param>
    /// <param name="isReported">True if the exception was already tracked when the root received it. The instance then ends with this exception.</param>
    private void Fault(Activity source, Exception exception, bool isReported = false)
    {
        Activity? activity = source;
        while (activity is { ExecutionStatus: ActivityExecutionStatus.Closed }
            || (activity is { ExecutionStatus: ActivityExecutionStatus.Initialized } && !CanBegin(activity)))
        {
            activity = activity.Parent;
        }

        if (!isReported)
        {
            Tracking?.OnException(exception, source, activity ?? _root);
        }

        if (activity is null)
        {
            Unhandled ??= exception;
            return;
        }

        ActivityState state = activity.Runtime;
        state.CurrentException = exception;
        if (state.HasPrimaryClosed)
        {
            Handlers.Fault((CompositeActivity)activity);
            return;
        }

        state.WasExecuting |= state.Status == ActivityExecutionStatus.Executing;
        Begin(activity, ActivityExecutionStatus.Faulting, exception);
    }

    private void Begin(Activity activity, ActivityExecutionStatus status, Exception? fault)
    {
        if (status is ActivityExecutionStatus.Faulting or ActivityExecutionStatus.Canceling)
        {
            Transactions.OnEnding(activity);
        }

        if (activity.ExecutionStatus != status)
        {
            SetStatus(activity, status, status switch
            {
                ActivityExecutionStatus.Executing => Activity.ExecutingEvent,
                ActivityExecutionStatus.Canceling => Activity.CancelingEvent,
                ActivityExecutionStatus.Compensating => Activity.CompensatingEvent,
                _ => Activity.FaultingEvent,
            });
        }

        Steps.Add(new ActivityOperation(activity, status, fault, this));
    }

    /// <summary>
    /// Returns true if an activity owns a queued step. This is a separate method because its closure would otherwise be allocated at each call of the caller,
    /// which runs for each step.
    /// </summary>
    private bool HasStep(Activity owner) => Steps.All.Any(step => ReferenceEquals(step.Owner, owner));

    /// <summary>True if a child can begin because its parent runs. When the parent's own work has ended, only its handlers can begin.</summary>
    private static bool CanBegin(Activity child) => child.Parent is not { } parent
        || (parent.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized)
            && (!parent.Runtime.HasPrimaryClosed || child.IsHandler));

    private static void Check(Activity activity, ActivityExecutionStatus expected, string operation)
    {
        if (activity.ExecutionStatus != expected)
        {
            throw new InvalidOperationException(
                $"'{activity.QualifiedName}' cannot be {operation}: its status is '{activity.ExecutionStatus}'; that is possible while it is '{expected}'.");
        }
    }
}
