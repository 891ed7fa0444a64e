using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Runs one child, and concurrently the handlers in its <see cref="EventHandlersActivity"/> for events that arrive. When the child has closed, no further
/// events are handled. The scope closes when the running handlers have closed, too.
/// </summary>
public sealed class EventHandlingScopeActivity : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Creates an activity without children.</summary>
    public EventHandlingScopeActivity()
    {
    }

    /// <summary>Creates an activity without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public EventHandlingScopeActivity(string name)
        : base(name)
    {
    }

    private EventHandlersActivity? Handlers => Activities.OfType<EventHandlersActivity>().FirstOrDefault(static activity => activity.Enabled);

    internal override bool CanChangeWhileRunning => false;

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        if (!HasActiveChild)
        {
            ((ActivityExecutionContext)sender).CloseActivity();
        }
        else if (ExecutionStatus == ActivityExecutionStatus.Executing && Handlers is { ExecutionStatus: ActivityExecutionStatus.Executing } handlers)
        {
            handlers.EndAfterScope();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        if (EnabledActivities.FirstOrDefault() is not { } body)
        {
            return ActivityExecutionStatus.Closed;
        }

        // The handlers must wait before the first step of the child: its events may arrive at once.
        if (Handlers is { } handlers)
        {
            handlers.RegisterForStatusChange(ClosedEvent, this);
            executionContext.ExecuteActivity(handlers);
        }

        body.RegisterForStatusChange(ClosedEvent, this);
        executionContext.ExecuteActivity(body);
        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() => EnabledActivities.Count > 1
        ? ["has several children that are enabled; put them into a SequenceActivity"]
        : [];
}
