using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Holds a lock on each composite activity that runs. When the activity's own work has ended, it runs the handler of the fault, the cancellation or the
/// compensation, or compensates what is in the activity if there is no handler; then it releases the lock, with which the activity closes.
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

    /// <summary>An exception after the activity's own work has ended comes from a handler: what still runs is canceled, and the exception goes on to the parent.</summary>
    public void Fault(CompositeActivity composite)
    {
        composite.Runtime.Result = ActivityExecutionResult.Faulted;
        using ActivityExecutionContext context = new(composite, executor);
        if (!composite.CancelChildren(context) && !Compensation.IsRunningIn(composite))
        {
            Release(composite);
        }
    }

    /// <summary>The default compensation of an activity without a handler: what succeeded in it, newest first. An activity whose own compensation fails leaves the rest to its parent.</summary>
    private void CompensateNext(ActivityExecutionContext context, CompositeActivity composite)
    {
        // What a transaction scope has done is rolled back, and the instance goes back.
        bool compensates = !executor.Transactions.Is(composite) && composite.ExecutionResult switch
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
            composite.Activities.FirstOrDefault(activity => activity.Enabled && activity is FaultHandlersActivity handlers && handlers.HandlerOf(exception) is not null),
        ActivityExecutionResult.Canceled => composite.Activities.FirstOrDefault(static activity => activity.Enabled && activity is CancellationHandlerActivity),
        ActivityExecutionResult.Compensated => composite.Activities.FirstOrDefault(static activity => activity.Enabled && activity is CompensationHandlerActivity),
        _ => null,
    };

    private void Release(CompositeActivity composite)
    {
        if (composite.Runtime.ReleaseLock(this))
        {
            executor.Finish(composite);
        }
    }
}
