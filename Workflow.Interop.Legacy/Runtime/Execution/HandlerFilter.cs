using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Holds a lock on each running composite activity. When the activity's own work has ended, the filter runs the handler of the fault, the cancellation or the
/// compensation, or compensates the activities in it if there is no handler. Then the filter releases the lock, and the activity closes.
/// </summary>
internal sealed class HandlerFilter(ActivityExecutor executor) : IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    public void OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        CompositeActivity composite = (CompositeActivity)context.Activity;
        if (ReferenceEquals(e.Activity, composite))
        {
            if (HandlerOf(composite) is { } handler)
            {
                handler.Runtime.Subscribe(Activity.ClosedEvent, composite.QualifiedName, this);
                context.ExecuteActivity(handler);
            }
            else
            {
                CompensateNext(context, composite);
            }

            return;
        }

        // A handler or a compensated activity has closed. Compensations run one after the other, newest first, so the next one begins here.
        e.Activity.UnregisterForStatusChange(Activity.ClosedEvent, this);
        if (e.Activity.IsHandler && ReferenceEquals(e.Activity.Parent, composite))
        {
            Release(composite);
        }
        else
        {
            CompensateNext(context, composite);
        }
    }

    /// <summary>
    /// Handles an exception that occurs after the activity's own work has ended, which means in a handler. Cancels what still runs; the parent receives the
    /// exception.
    /// </summary>
    public void Fault(CompositeActivity composite)
    {
        composite.Runtime.Result = ActivityExecutionResult.Faulted;
        using ActivityExecutionContext context = new(composite, executor);
        if (!composite.CancelChildren(context) && !Compensation.IsRunningIn(composite))
        {
            Release(composite);
        }
    }

    /// <summary>
    /// Performs the default compensation of an activity without a handler: compensates the succeeded activities in it, newest first. If the compensation of an
    /// activity fails, that activity leaves the rest to its parent.
    /// </summary>
    private void CompensateNext(ActivityExecutionContext context, CompositeActivity composite)
    {
        // The work of a transaction scope is rolled back and the instance is reset, so nothing is compensated.
        bool compensates = !executor.Transactions.IsScope(composite) && composite.ExecutionResult switch
        {
            ActivityExecutionResult.Canceled or ActivityExecutionResult.Compensated => true,
            ActivityExecutionResult.Faulted => !Compensation.HasNumber(composite),
            _ => false,
        };
        if (compensates && Compensation.Newest(composite, null) is { } target)
        {
            target.Runtime.Subscribe(Activity.ClosedEvent, composite.QualifiedName, this);
            context.CompensateActivity(target);
        }
        else
        {
            Release(composite);
        }
    }

    private static Activity? HandlerOf(CompositeActivity composite) => composite.ExecutionResult switch
    {
        ActivityExecutionResult.Faulted when composite.Runtime is { WasExecuting: true, CurrentException: { } exception } =>
            composite.Activities.FirstOrDefault(
                activity => activity.Enabled && activity is FaultHandlersActivity handlers && handlers.HandlerOf(exception) is not null),
        ActivityExecutionResult.Canceled => composite.Activities.FirstOrDefault(static activity => activity.Enabled && activity is CancellationHandlerActivity),
        ActivityExecutionResult.Compensated =>
            composite.Activities.FirstOrDefault(static activity => activity.Enabled && activity is CompensationHandlerActivity),
        _ => null,
    };

    private void Release(CompositeActivity composite)
    {
        if (composite.Runtime.ReleaseLock(this))
        {
            executor.Transitions.Finish(composite);
        }
    }
}
