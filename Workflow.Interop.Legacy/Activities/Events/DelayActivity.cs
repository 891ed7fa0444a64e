using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Waits for a period of time. The clock is the <see cref="TimeProvider"/> service of the runtime, or the system clock if there is none.</summary>
public sealed class DelayActivity : Activity, IEventActivity, IActivityEventListener<QueueEventArgs>
{
    /// <summary>The dependency property for <see cref="TimeoutDuration"/>.</summary>
    public static readonly DependencyProperty TimeoutDurationProperty =
        DependencyProperty.Register("TimeoutDuration", typeof(TimeSpan), typeof(DelayActivity), new PropertyMetadata(TimeSpan.Zero));

    /// <summary>The dependency property for the event <see cref="InitializeTimeoutDuration"/>.</summary>
    public static readonly DependencyProperty InitializeTimeoutDurationEvent =
        DependencyProperty.Register("InitializeTimeoutDuration", typeof(EventHandler), typeof(DelayActivity));

    private Guid _timerId;
    private bool _isSubscribedByParent;

    /// <summary>Creates an activity with a duration of zero.</summary>
    public DelayActivity()
    {
    }

    /// <summary>Creates an activity with a duration of zero.</summary>
    /// <param name="name">The name of the activity.</param>
    public DelayActivity(string name)
        : base(name)
    {
    }

    /// <summary>Occurs when the wait begins; handlers can set <see cref="TimeoutDuration"/>. The sender is the activity.</summary>
    public event EventHandler InitializeTimeoutDuration
    {
        add => AddHandler(InitializeTimeoutDurationEvent, value);
        remove => RemoveHandler(InitializeTimeoutDurationEvent, value);
    }

    /// <summary>
    /// The duration of the wait. Zero, the default, and negative values mean no wait. A wait that would end after the maximum date never ends.
    /// </summary>
    public TimeSpan TimeoutDuration
    {
        get => (TimeSpan)GetValue(TimeoutDurationProperty)!;
        set => SetValue(TimeoutDurationProperty, value);
    }

    /// <inheritdoc/>
    IComparable IEventActivity.QueueName => _timerId;

    /// <inheritdoc/>
    void IEventActivity.Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        ArgumentNullException.ThrowIfNull(parentContext);
        _isSubscribedByParent = true;
        Begin(parentContext, parentEventHandler);
    }

    /// <inheritdoc/>
    void IEventActivity.Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        ArgumentNullException.ThrowIfNull(parentContext);
        End(parentContext);
    }

    /// <inheritdoc/>
    void IActivityEventListener<QueueEventArgs>.OnEvent(object sender, QueueEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        if (ExecutionStatus == ActivityExecutionStatus.Executing)
        {
            End(context);
            context.CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        if (_isSubscribedByParent)
        {
            // The parent runs this activity because the time is over.
            return ActivityExecutionStatus.Closed;
        }

        Begin(executionContext, this);
        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        End(executionContext);
        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) => Cancel(executionContext);

    private static WorkflowQueuingService Queues(ActivityExecutionContext context) => context.GetService<WorkflowQueuingService>()!;

    private void Begin(ActivityExecutionContext context, IActivityEventListener<QueueEventArgs> listener)
    {
        RaiseEvent(InitializeTimeoutDurationEvent, this, EventArgs.Empty);
        TimeSpan duration = TimeoutDuration > TimeSpan.Zero ? TimeoutDuration : TimeSpan.Zero;
        DateTime now = context.GetService<TimeProvider>()!.GetUtcNow().UtcDateTime;
        DateTime expiresAt = duration < DateTime.MaxValue - now ? now + duration : DateTime.SpecifyKind(DateTime.MaxValue, DateTimeKind.Utc);
        TimerEventSubscription timer = new(WorkflowInstanceId, expiresAt);
        _timerId = timer.SubscriptionId;
        Queues(context).CreateWorkflowQueue(timer.QueueName, transactional: false).RegisterForQueueItemAvailable(listener, context.Activity.QualifiedName);
        Timers().Add(timer);
    }

    /// <summary>Removes the timer and the queue. Removes the items first, because items of a deleted queue are kept for a new queue of the same name.</summary>
    private void End(ActivityExecutionContext context)
    {
        WorkflowQueuingService queues = Queues(context);
        if (_timerId != Guid.Empty && queues.Exists(_timerId))
        {
            Timers().Remove(_timerId);
            WorkflowQueue queue = queues.GetWorkflowQueue(_timerId);
            while (queue.Count > 0)
            {
                queue.Dequeue();
            }

            queues.DeleteWorkflowQueue(_timerId);
        }
    }

    private TimerEventSubscriptionCollection Timers() =>
        (TimerEventSubscriptionCollection)RootActivity.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty)!;
}
