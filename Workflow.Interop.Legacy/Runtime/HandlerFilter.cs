using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Holds a lock on each composite activity that runs. When the activity's own work has ended, it runs the fault handler or the cancellation handler and then
/// releases the lock, with which the activity closes.
/// </summary>
internal sealed class HandlerFilter(ActivityExecutor executor) : IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    public void OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        CompositeActivity composite = (CompositeActivity)context.Activity;
        if (!ReferenceEquals(e.Activity, composite))
        {
            e.Activity.UnregisterForStatusChange(Activity.ClosedEvent, this);
            Release(composite);
        }
        else if (HandlerOf(composite) is { } handler)
        {
            handler.Runtime.Subscribe(Activity.ClosedEvent, composite.QualifiedName, this);
            context.ExecuteActivity(handler);
        }
        else
        {
            Release(composite);
        }
    }

    /// <summary>An exception after the activity's own work has ended comes from a handler: what still runs is canceled, and the exception goes on to the parent.</summary>
    public void Fault(CompositeActivity composite)
    {
        composite.Runtime.Result = ActivityExecutionResult.Faulted;
        using ActivityExecutionContext context = new(composite, executor);
        if (!composite.CancelChildren(context))
        {
            Release(composite);
        }
    }

    private static Activity? HandlerOf(CompositeActivity composite) => composite.ExecutionResult switch
    {
        ActivityExecutionResult.Faulted when composite.Runtime is { WasExecuting: true, CurrentException: { } exception } =>
            composite.Activities.FirstOrDefault(activity => activity.Enabled && activity is FaultHandlersActivity handlers && handlers.HandlerOf(exception) is not null),
        ActivityExecutionResult.Canceled => composite.Activities.FirstOrDefault(static activity => activity.Enabled && activity is CancellationHandlerActivity),
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
