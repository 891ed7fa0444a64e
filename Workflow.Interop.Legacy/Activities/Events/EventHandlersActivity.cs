using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// The event handlers of the <see cref="EventHandlingScopeActivity"/> that contains this activity. Each child is an <see cref="EventDrivenActivity"/>; a clone
/// of the child runs for each event until the main child of the scope has closed. Clones of different children run concurrently; clones of the same child run
/// one after the other.
/// </summary>
public sealed class EventHandlersActivity
    : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>, IActivityEventListener<EventArgs>, IEventDrivenParent
{
    private List<EventHandlerSubscription>? _subscriptions;
    private bool _isScopeCompleted;

    /// <summary>Creates an activity without handlers.</summary>
    public EventHandlersActivity()
    {
    }

    /// <summary>Creates an activity without handlers.</summary>
    /// <param name="name">The name of the activity.</param>
    public EventHandlersActivity(string name)
        : base(name)
    {
    }

    internal override bool IsHandler => true;

    internal override bool CanChangeWhileRunning => false;

    /// <summary>Called when a clone has closed.</summary>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(ClosedEvent, this);
        ActivityExecutionContextManager manager = context.ExecutionContextManager;
        manager.CompleteExecutionContext(manager.GetExecutionContext(e.Activity)!);
        if (ExecutionStatus == ActivityExecutionStatus.Executing && !_isScopeCompleted)
        {
            // The handler waits again. A delay starts from the beginning.
            Subscribe(context, (EventDrivenActivity)Activities.First(activity => activity.QualifiedName == e.Activity.QualifiedName));
        }
        else
        {
            CloseIfNothingRuns(context);
        }
    }

    /// <summary>Called when the main child of the scope has closed. Running handlers continue; no further events are handled.</summary>
    void IActivityEventListener<EventArgs>.OnEvent(object sender, EventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        if (ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            _isScopeCompleted = true;
            StopWaiting(context);
            CloseIfNothingRuns(context);
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        _subscriptions = [];
        _isScopeCompleted = false;
        foreach (EventDrivenActivity template in EnabledActivities.OfType<EventDrivenActivity>())
        {
            Subscribe(executionContext, template);
        }

        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        StopWaiting(executionContext);
        return SequentialFlow.Cancel(this, executionContext);
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is not EventHandlingScopeActivity || Parent.Activities.Count(static activity => activity is EventHandlersActivity) > 1)
        {
            yield return "is not the only EventHandlersActivity of an EventHandlingScopeActivity; each scope can have one";
        }

        if (EnabledActivities.Any(static activity => activity is not EventDrivenActivity))
        {
            yield return "has a child that is not an EventDrivenActivity; move it into one";
        }
    }

    /// <summary>Ends the wait for events, in a separate step.</summary>
    internal void EndAfterScope() => Invoke<EventArgs>(this, EventArgs.Empty);

    internal void Run(ActivityExecutionContext context, EventHandlerSubscription subscription)
    {
        // A subscription may be notified of several items. It handles one; the next subscription is notified of the others again.
        if (ExecutionStatus != ActivityExecutionStatus.Executing || _subscriptions?.Contains(subscription) != true)
        {
            return;
        }

        _subscriptions.Remove(subscription);
        subscription.Template.EventActivity!.Unsubscribe(context, subscription);
        ActivityExecutionContext inner = context.ExecutionContextManager.CreateExecutionContext(subscription.Template);
        inner.Activity.RegisterForStatusChange(ClosedEvent, this);
        inner.ExecuteActivity(inner.Activity);
    }

    private void Subscribe(ActivityExecutionContext context, EventDrivenActivity template)
    {
        EventHandlerSubscription subscription = new(this, template);
        template.EventActivity!.Subscribe(context, subscription);
        _subscriptions!.Add(subscription);
    }

    private void CloseIfNothingRuns(ActivityExecutionContext context)
    {
        if (!HasActiveChild)
        {
            // After an exception or a cancellation, the last clone may close before HandleFault or Cancel is called. That call is then omitted.
            StopWaiting(context);
            context.CloseActivity();
        }
    }

    private void StopWaiting(ActivityExecutionContext context)
    {
        List<EventHandlerSubscription> subscriptions = _subscriptions ?? [];
        _subscriptions = [];
        EventWaits.End(context, subscriptions.Select(static subscription => (subscription.Template, (IActivityEventListener<QueueEventArgs>)subscription)));
    }
}

/// <summary>The subscription of a handler to its event.</summary>
[Serializable]
internal sealed class EventHandlerSubscription(EventHandlersActivity owner, EventDrivenActivity template) : IActivityEventListener<QueueEventArgs>
{
    public EventDrivenActivity Template => template;

    public void OnEvent(object sender, QueueEventArgs e) => owner.Run((ActivityExecutionContext)sender, this);
}
