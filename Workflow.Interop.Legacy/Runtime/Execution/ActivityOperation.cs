using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A step that calls Execute, Cancel, Compensate or HandleFault. The step is skipped if the status of the activity has changed meanwhile.</summary>
[Serializable]
internal sealed class ActivityOperation(Activity activity, ActivityExecutionStatus status, Exception? fault, ActivityExecutor executor) : QueuedStep
{
    public override Activity Owner => activity;

    public override bool IsComplete =>
        activity is not null && executor is not null && Enum.IsDefined(status) && (fault is not null || status != ActivityExecutionStatus.Faulting);

    public override bool IsWanted => activity.ExecutionStatus == status && !activity.Runtime.HasPrimaryClosed;

    public override void Run(RuntimePort port)
    {
        using ActivityExecutionContext context = new(activity, port);
        switch (status)
        {
            case ActivityExecutionStatus.Executing:
                if (!HandleLocks.TryAcquire(activity))
                {
                    return;
                }

                if (activity is TransactedSequence scope && !executor.Transactions.TryBegin(this, scope))
                {
                    return;
                }

                if (activity is CompositeActivity)
                {
                    activity.Runtime.HoldLock(executor.Transitions.Handlers);
                }

                End(activity.Execute(context));
                break;
            case ActivityExecutionStatus.Canceling:
                End(activity.Cancel(context));
                break;
            case ActivityExecutionStatus.Compensating:
                if (activity is CompositeActivity)
                {
                    activity.Runtime.HoldLock(executor.Transitions.Handlers);
                }

                End(((ICompensatableActivity)activity).Compensate(context));
                break;
            default:
                HandleFault(context);
                break;
        }
    }

    /// <summary>
    /// Calls HandleFault. If it throws, it is not called again, because it could fail forever: the new exception replaces the old one, and the activity closes.
    /// </summary>
    private void HandleFault(ActivityExecutionContext context)
    {
        try
        {
            End(activity.HandleFault(context, fault!));
        }
        catch (Exception exception)
        {
            activity.Runtime.CurrentException = exception;
            if (IsWanted && activity is CompositeActivity composite)
            {
                activity.Runtime.ClosesAfterChildren = true;
                composite.CancelChildren(context);
            }
            else if (IsWanted)
            {
                executor.Close(activity);
            }
        }

        executor.Transitions.CloseAfterChildren(activity as CompositeActivity);
    }

    private void End(ActivityExecutionStatus returned)
    {
        if (!IsWanted)
        {
            // The method has closed the activity itself.
            return;
        }

        if (returned == ActivityExecutionStatus.Closed)
        {
            executor.Close(activity);
        }
        else if (returned != status)
        {
            throw new InvalidOperationException(
                $"'{activity.QualifiedName}' returned '{returned}' while its status was '{status}'; return '{status}' or 'Closed'.");
        }
    }
}
