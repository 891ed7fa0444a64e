using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// The rules by which the activities of one instance change their status, and by which an exception passes from an activity to its ancestors. A change of
/// status takes effect immediately; the method of the activity runs in a later step. Only the thread that runs the instance uses this class.
/// </summary>
internal sealed class ActivityTransitions
{
    private readonly ActivityExecutor _executor;
    private readonly Activity _root;
    private readonly CompensatableActivities _compensatable;

    public ActivityTransitions(ActivityExecutor executor, Activity root)
    {
        _executor = executor;
        _root = root;
        _compensatable = new CompensatableActivities(executor);
        Handlers = new HandlerFilter(executor);
    }

    /// <summary>Runs the handlers of faults, cancellation and compensation.</summary>
    public HandlerFilter Handlers { get; }

    /// <summary>The exception that no activity has handled, or null. Set when an instance is restored.</summary>
    public Exception? Unhandled { get; set; }

    /// <summary>True if the root has closed because it was canceled.</summary>
    public bool IsCanceled { get; private set; }

    /// <summary>Executes the root.</summary>
    public void Start(Activity root) => Begin(root, ActivityExecutionStatus.Executing, null);

    public void Execute(Activity child)
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

    public void Cancel(Activity child)
    {
        Check(child, ActivityExecutionStatus.Executing, "canceled");
        Begin(child, ActivityExecutionStatus.Canceling, null);
    }

    public void Compensate(Activity activity)
    {
        Check(activity, ActivityExecutionStatus.Closed, "compensated");
        if (activity is not ICompensatableActivity || activity.ExecutionResult != ActivityExecutionResult.Succeeded)
        {
            throw new InvalidOperationException(
                $"'{activity.QualifiedName}' cannot be compensated: its result is '{activity.ExecutionResult}'; compensate an ICompensatableActivity that has succeeded.");
        }

        Begin(activity, ActivityExecutionStatus.Compensating, null);
    }

    /// <summary>Closes an activity whose own work has ended, or notifies the holders of locks on it, which run its handlers first.</summary>
    public void Close(Activity activity)
    {
        ActivityState state = activity.Runtime;
        ActivityExecutionResult result = ResultOf(activity, state.Status);
        CheckCanClose(activity, state);
        state.Result = result;
        if (state.LockCount > 0)
        {
            state.HasPrimaryClosed = true;
            state.Notify(ActivityState.StatusChangedLockedProperty, new ActivityExecutionStatusChangedEventArgs(state.Status, result, activity), _executor);
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
        if (_executor.Transactions.DelaysClose(activity))
        {
            return;
        }

        IsCanceled |= ReferenceEquals(activity, _root) && state.Result == ActivityExecutionResult.Canceled;
        Exception? exception = null;
        Exception? reported = activity.Parent is null ? state.CurrentException : null;
        if (state is { Result: ActivityExecutionResult.Succeeded, CurrentException: null } && activity.Parent is not null && _compensatable.IsSaved(activity))
        {
            _compensatable.CloseSaved(activity);
        }
        else
        {
            exception = _compensatable.CloseUnsaved(activity);
        }

        // The next holder of a lock continues only after the close: if the save fails, the activity still runs and keeps its locks.
        HandleLocks.Release(activity);
        _compensatable.EndRun(activity, ref exception);
        if (exception is not null)
        {
            Fault(activity, exception, isReported: ReferenceEquals(exception, reported));
        }

        // The exception passes to the parent first: a parent that faults waits for its other children, and may close here.
        CloseAfterChildren(activity.Parent);
    }

    /// <summary>
    /// Faults a transaction scope after the instance was reset to the beginning of the scope. The first step is the one that begins the scope.
    /// </summary>
    public void FaultScope(Exception exception)
    {
        _ = _executor.Steps.TryTake(out QueuedStep? first);
        Fault(first!.Owner, exception);
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
        // Handlers of StatusChanged are queued before handlers of this status. Applications can see the order.
        state.Notify(Activity.StatusChangedEvent, change, _executor);
        state.Notify(statusEvent, change, _executor);
        _executor.Tracking?.OnStatusChanged(activity);
    }

    /// <summary>Passes an exception to the nearest activity that can handle it.</summary>
    /// <param name="source">The activity in which the exception originated.</param>
    /// <param name="exception">The exception.</param>
    /// <param name="isReported">True if the exception was already tracked when the root received it. The instance then ends with this exception.</param>
    public void Fault(Activity source, Exception exception, bool isReported = false)
    {
        Activity? activity = source;
        while (activity is { ExecutionStatus: ActivityExecutionStatus.Closed }
            || (activity is { ExecutionStatus: ActivityExecutionStatus.Initialized } && !CanBegin(activity)))
        {
            activity = activity.Parent;
        }

        if (!isReported)
        {
            _executor.Tracking?.OnException(exception, source, activity ?? _root);
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
            // The activity's own work has ended, so it cannot fault again: the exception is one of its handlers.
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
            _executor.Transactions.OnEnding(activity);
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

        // After the status events, so that their handlers run before the method of the activity.
        _executor.Steps.Add(new ActivityOperation(activity, status, fault, _executor));
    }

    /// <summary>
    /// Returns true if an activity owns a queued step. This is a separate method because its closure would otherwise be allocated at each call of the caller,
    /// which runs for each step.
    /// </summary>
    private bool HasStep(Activity owner) => _executor.Steps.All.Any(step => ReferenceEquals(step.Owner, owner));

    /// <summary>True if a child can begin because its parent runs. When the parent's own work has ended, only its handlers can begin.</summary>
    private static bool CanBegin(Activity child) => child.Parent is not { } parent
        || (parent.ExecutionStatus is not (ActivityExecutionStatus.Closed or ActivityExecutionStatus.Initialized)
            && (!parent.Runtime.HasPrimaryClosed || child.IsHandler));

    private static ActivityExecutionResult ResultOf(Activity activity, ActivityExecutionStatus status) => status switch
    {
        ActivityExecutionStatus.Executing => ActivityExecutionResult.Succeeded,
        ActivityExecutionStatus.Canceling => ActivityExecutionResult.Canceled,
        ActivityExecutionStatus.Compensating => ActivityExecutionResult.Compensated,
        ActivityExecutionStatus.Faulting => ActivityExecutionResult.Faulted,
        _ => throw new InvalidOperationException(
            $"'{activity.QualifiedName}' cannot close: its status is '{status}'; close an activity once, while it runs."),
    };

    private static void CheckCanClose(Activity activity, ActivityState state)
    {
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
    }

    private static void Check(Activity activity, ActivityExecutionStatus expected, string operation)
    {
        if (activity.ExecutionStatus != expected)
        {
            throw new InvalidOperationException(
                $"'{activity.QualifiedName}' cannot be {operation}: its status is '{activity.ExecutionStatus}'; that is possible while it is '{expected}'.");
        }
    }
}
