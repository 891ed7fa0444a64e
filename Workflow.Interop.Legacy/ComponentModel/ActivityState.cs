namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The run-time state of an activity. It is stored in the instance's bag of the activity, so that what saves the bag saves the state.</summary>
internal sealed class ActivityState(Activity activity)
{
    public static readonly DependencyProperty ExecutionStatusProperty = Internal("ExecutionStatus", typeof(ActivityExecutionStatus));
    public static readonly DependencyProperty ExecutionResultProperty = Internal("ExecutionResult", typeof(ActivityExecutionResult));
    public static readonly DependencyProperty WasExecutingProperty = Internal("WasExecuting", typeof(bool));
    public static readonly DependencyProperty HasPrimaryClosedProperty = Internal("HasPrimaryClosed", typeof(bool));
    public static readonly DependencyProperty ClosesAfterChildrenProperty = Internal("ClosesAfterChildren", typeof(bool));
    public static readonly DependencyProperty LockCountOnStatusChangeProperty = Internal("LockCountOnStatusChange", typeof(int));
    public static readonly DependencyProperty StatusChangedLockedProperty = Internal("StatusChangedLocked", typeof(StatusSubscription));

    // A change of status allocates no boxed value.
    private static readonly object[] Statuses = [.. Enum.GetValues<ActivityExecutionStatus>().Cast<object>()];
    private static readonly object[] Results = [.. Enum.GetValues<ActivityExecutionResult>().Cast<object>()];
    private static readonly object True = true;

    // A clone begins without them.
    private static readonly DependencyProperty[] OfOneRun =
    [
        ExecutionStatusProperty, ExecutionResultProperty, WasExecutingProperty, HasPrimaryClosedProperty, ClosesAfterChildrenProperty, LockCountOnStatusChangeProperty,
        StatusChangedLockedProperty, ActivityExecutionContext.CurrentExceptionProperty, ExecutionContexts.ContextsProperty, ExecutionContexts.IsForcedProperty, Activity.ActivityContextGuidProperty,
        Compensation.LastOrderIdProperty, Compensation.CompletedOrderIdProperty, Compensation.NeedsCompensationProperty, SynchronizationLocks.HeldProperty,
    ];

    /// <summary>Whether a property says how far a run of the activity is.</summary>
    public static bool IsOfOneRun(DependencyProperty property) => Array.IndexOf(OfOneRun, property) >= 0;

    /// <summary>Whether a saved value fits a property of this class whose type does not say all; null for other properties.</summary>
    public static bool? Fits(DependencyProperty property, object? value) =>
        property == StatusChangedLockedProperty ? value is List<StatusSubscription>
        : property == ExecutionStatusProperty ? value is ActivityExecutionStatus status && Enum.IsDefined(status)
        : property == ExecutionResultProperty ? value is ActivityExecutionResult result && Enum.IsDefined(result)
        : property == LockCountOnStatusChangeProperty ? value is int and >= 0
        : property == WasExecutingProperty || property == HasPrimaryClosedProperty || property == ClosesAfterChildrenProperty ? value is true
        : null;

    /// <summary>What the constructor of the workflow made, for saved state; null unless the runtime saves. Only the root has it.</summary>
    public DefinitionParts? Definition { get; set; }

    /// <summary>The runtime of the instance; null while the workflow is put together. Only the root has one.</summary>
    public ExecutionPort? Port { get; set; }

    public ExecutionPort RequiredPort => activity.RootActivity.Runtime.Port
        ?? throw new InvalidOperationException($"'{activity.QualifiedName}' belongs to no workflow instance; call the method while the activity runs.");

    public ActivityExecutionStatus Status
    {
        get => activity.State.TryGet(ExecutionStatusProperty, out object? value) ? (ActivityExecutionStatus)value! : ActivityExecutionStatus.Initialized;
        set => activity.State.Set(ExecutionStatusProperty, Statuses[(int)value]);
    }

    public ActivityExecutionResult Result
    {
        get => activity.State.TryGet(ExecutionResultProperty, out object? value) ? (ActivityExecutionResult)value! : ActivityExecutionResult.None;
        set => activity.State.Set(ExecutionResultProperty, Results[(int)value]);
    }

    /// <summary>Whether the activity was executing when it faulted: only then do its fault handlers run.</summary>
    public bool WasExecuting
    {
        get => activity.State.TryGet(WasExecutingProperty, out _);
        set => SetFlag(WasExecutingProperty, value);
    }

    /// <summary>Whether the activity's own work has ended, but a lock still keeps it from closing.</summary>
    public bool HasPrimaryClosed
    {
        get => activity.State.TryGet(HasPrimaryClosedProperty, out _);
        set => SetFlag(HasPrimaryClosedProperty, value);
    }

    /// <summary>Whether the activity failed to handle a fault and is closed as soon as no child is active.</summary>
    public bool ClosesAfterChildren
    {
        get => activity.State.TryGet(ClosesAfterChildrenProperty, out _);
        set => SetFlag(ClosesAfterChildrenProperty, value);
    }

    public int LockCount
    {
        get => activity.State.TryGet(LockCountOnStatusChangeProperty, out object? value) ? (int)value! : 0;
        set => activity.State.Set(LockCountOnStatusChangeProperty, value);
    }

    /// <summary>The exception that has not been handled.</summary>
    public Exception? CurrentException
    {
        get => activity.State.TryGet(ActivityExecutionContext.CurrentExceptionProperty, out object? value) ? (Exception?)value : null;
        set => activity.State.Set(ActivityExecutionContext.CurrentExceptionProperty, value);
    }

    public void Subscribe(DependencyProperty statusEvent, IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener)
    {
        CheckEvent(statusEvent);
        ArgumentNullException.ThrowIfNull(listener);
        if (listener is not Activity subscriber)
        {
            throw new ArgumentException($"A listener of '{activity.QualifiedName}' is a '{listener.GetType()}', which is not an activity; let an activity implement the interface.", nameof(listener));
        }

        Subscribe(statusEvent, subscriber.QualifiedName, listener);
    }

    public void Subscribe(DependencyProperty statusEvent, string subscriber, IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener) =>
        SubscriptionsOf(statusEvent).Add(new StatusSubscription(subscriber, listener, null));

    public void Unsubscribe(DependencyProperty statusEvent, IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener)
    {
        CheckEvent(statusEvent);
        List<StatusSubscription> subscriptions = SubscriptionsOf(statusEvent);
        int index = subscriptions.FindIndex(subscription => ReferenceEquals(subscription.Listener, listener));
        if (index >= 0)
        {
            subscriptions.RemoveAt(index);
        }
    }

    public void Add(DependencyProperty statusEvent, EventHandler<ActivityExecutionStatusChangedEventArgs> handler)
    {
        // The name is needed of handlers that are no methods of an activity: in a workflow that runs, they belong to the activity whose step adds them.
        string subscriber = handler.Target is not Activity && activity.RootActivity.Runtime.Port is { } port ? port.Current.QualifiedName : string.Empty;
        SubscriptionsOf(statusEvent).Add(new StatusSubscription(subscriber, null, handler));
    }

    public void Remove(DependencyProperty statusEvent, EventHandler<ActivityExecutionStatusChangedEventArgs> handler)
    {
        List<StatusSubscription> subscriptions = SubscriptionsOf(statusEvent);
        int index = subscriptions.FindLastIndex(subscription => subscription.Handler == handler);
        if (index >= 0)
        {
            subscriptions.RemoveAt(index);
        }
    }

    /// <summary>Takes a lock: the activity closes only after it is released. When the activity's own work has ended, the locks' owners are informed first.</summary>
    public void HoldLock(IActivityEventListener<ActivityExecutionStatusChangedEventArgs> owner)
    {
        LockCount++;
        SubscriptionsOf(StatusChangedLockedProperty).Add(new StatusSubscription(activity.QualifiedName, owner, null));
    }

    /// <summary>Releases a lock.</summary>
    /// <returns>Whether it was the last one.</returns>
    public bool ReleaseLock(IActivityEventListener<ActivityExecutionStatusChangedEventArgs> owner)
    {
        if (SubscriptionsOf(StatusChangedLockedProperty).RemoveAll(subscription => ReferenceEquals(subscription.Listener, owner)) == 0)
        {
            throw new InvalidOperationException($"The lock of '{activity.QualifiedName}' is not held; release each lock once.");
        }

        LockCount--;
        return LockCount == 0;
    }

    /// <summary>Queues a change for those who subscribed to an event.</summary>
    public void Notify(DependencyProperty statusEvent, ActivityExecutionStatusChangedEventArgs change, ExecutionPort port)
    {
        if (!activity.State.TryGet(statusEvent, out object? value))
        {
            return;
        }

        foreach (StatusSubscription subscription in (List<StatusSubscription>)value!)
        {
            if (subscription.Delivery(activity, change) is { } item)
            {
                port.Queue(item);
            }
        }
    }

    /// <summary>Sends data to what tracks the instance, as data of the activity whose step runs.</summary>
    public void Track(string? key, object data)
    {
        ArgumentNullException.ThrowIfNull(data);
        ExecutionPort port = RequiredPort;
        port.Tracking?.OnData(port.Current, key, data);
    }

    private static DependencyProperty Internal(string name, Type type) =>
        DependencyProperty.RegisterAttached(name, type, typeof(ActivityState), new PropertyMetadata(DependencyPropertyOptions.Default));

    private static void CheckEvent(DependencyProperty statusEvent)
    {
        ArgumentNullException.ThrowIfNull(statusEvent);
        if (statusEvent.PropertyType != typeof(EventHandler<ActivityExecutionStatusChangedEventArgs>))
        {
            throw new ArgumentException($"'{statusEvent}' is not an event of the status; use one of the events of Activity, such as 'Closed'.", nameof(statusEvent));
        }
    }

    private List<StatusSubscription> SubscriptionsOf(DependencyProperty statusEvent)
    {
        if (activity.State.TryGet(statusEvent, out object? value))
        {
            return (List<StatusSubscription>)value!;
        }

        List<StatusSubscription> subscriptions = [];
        activity.State.Set(statusEvent, subscriptions);
        return subscriptions;
    }

    private void SetFlag(DependencyProperty property, bool value)
    {
        if (value)
        {
            activity.State.Set(property, True);
        }
        else
        {
            activity.State.Remove(property);
        }
    }
}
