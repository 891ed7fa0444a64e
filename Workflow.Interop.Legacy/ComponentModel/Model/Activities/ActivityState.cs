namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The run-time state of an activity. It is stored in the activity's property bag of the instance, so saving the bag also saves the state.</summary>
internal sealed class ActivityState(Activity activity)
{
    public static readonly DependencyProperty ExecutionStatusProperty = Internal("ExecutionStatus", typeof(ActivityExecutionStatus));
    public static readonly DependencyProperty ExecutionResultProperty = Internal("ExecutionResult", typeof(ActivityExecutionResult));
    public static readonly DependencyProperty WasExecutingProperty = Internal("WasExecuting", typeof(bool));
    public static readonly DependencyProperty HasPrimaryClosedProperty = Internal("HasPrimaryClosed", typeof(bool));
    public static readonly DependencyProperty ClosesAfterChildrenProperty = Internal("ClosesAfterChildren", typeof(bool));
    public static readonly DependencyProperty LockCountOnStatusChangeProperty = Internal("LockCountOnStatusChange", typeof(int));
    public static readonly DependencyProperty StatusChangedLockedProperty = Internal("StatusChangedLocked", typeof(StatusSubscription));
    public static readonly DependencyProperty NeedsCompensationProperty = Internal("NeedsCompensation", typeof(bool));

    // The boxed values are created once, so that a change of status does not allocate.
    private static readonly object[] Statuses = [.. Enum.GetValues<ActivityExecutionStatus>().Cast<object>()];
    private static readonly object[] Results = [.. Enum.GetValues<ActivityExecutionResult>().Cast<object>()];
    private static readonly object True = true;

    private RootState? _root;

    /// <summary>
    /// Returns true if a saved value is valid for a property of this class for which the type check alone is not sufficient; null for other properties.
    /// </summary>
    public static bool? Fits(DependencyProperty property, object? value) =>
        property == StatusChangedLockedProperty ? value is List<StatusSubscription>
        : property == ExecutionStatusProperty ? value is ActivityExecutionStatus status && Enum.IsDefined(status)
        : property == ExecutionResultProperty ? value is ActivityExecutionResult result && Enum.IsDefined(result)
        : property == LockCountOnStatusChangeProperty ? value is int and >= 0
        : property == WasExecutingProperty || property == HasPrimaryClosedProperty || property == ClosesAfterChildrenProperty ? value is true
        : null;

    /// <summary>
    /// The objects that the constructor of the workflow created, to which saved state refers; null if the runtime does not save instances. Only the root has a
    /// value.
    /// </summary>
    public SavedDefinition? Definition
    {
        get => _root?.Definition;
        set => Root.Definition = value;
    }

    /// <summary>The origin of the tree; null while the workflow is being built. Only the root has a value. Any thread can read the property.</summary>
    public TreeOrigin? Origin
    {
        get => _root?.Origin;
        set => Root.Origin = value;
    }

    /// <summary>The runtime of the instance; null while the workflow is being built. Only the root has a value.</summary>
    public RuntimePort? Port
    {
        get => _root?.Port;
        set => Root.Port = value;
    }

    /// <summary>True if the activity or one of its descendants may be compensated.</summary>
    public bool NeedsCompensation
    {
        get => activity.State.TryGet(NeedsCompensationProperty, out _);
        set => SetFlag(NeedsCompensationProperty, value);
    }

    public RuntimePort RequiredPort => activity.RootActivity.Runtime.Port
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

    /// <summary>True if the activity was executing when it faulted. Its fault handlers run only in this case.</summary>
    public bool WasExecuting
    {
        get => activity.State.TryGet(WasExecutingProperty, out _);
        set => SetFlag(WasExecutingProperty, value);
    }

    /// <summary>True if the activity's own work has ended, but a lock still prevents the activity from closing.</summary>
    public bool HasPrimaryClosed
    {
        get => activity.State.TryGet(HasPrimaryClosedProperty, out _);
        set => SetFlag(HasPrimaryClosedProperty, value);
    }

    /// <summary>True if the activity failed to handle a fault. It is then closed as soon as no child is active.</summary>
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

    /// <summary>The unhandled exception of the activity; null if there is none.</summary>
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
            throw new ArgumentException(
                $"A listener of '{activity.QualifiedName}' is a '{listener.GetType()}', which is not an activity; let an activity implement the interface.",
                nameof(listener));
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
        // A handler that is not a method of an activity needs a subscriber: in a running workflow, it belongs to the activity whose step adds it.
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

    /// <summary>
    /// Takes a lock that prevents the activity from closing. When the activity's own work has ended, the owners of the locks are notified before it closes.
    /// </summary>
    public void HoldLock(IActivityEventListener<ActivityExecutionStatusChangedEventArgs> owner)
    {
        LockCount++;
        SubscriptionsOf(StatusChangedLockedProperty).Add(new StatusSubscription(activity.QualifiedName, owner, null));
    }

    /// <summary>Releases a lock.</summary>
    /// <returns>True if no lock is left.</returns>
    public bool ReleaseLock(IActivityEventListener<ActivityExecutionStatusChangedEventArgs> owner)
    {
        if (SubscriptionsOf(StatusChangedLockedProperty).RemoveAll(subscription => ReferenceEquals(subscription.Listener, owner)) == 0)
        {
            throw new InvalidOperationException($"The lock of '{activity.QualifiedName}' is not held; release each lock once.");
        }

        LockCount--;
        return LockCount == 0;
    }

    /// <summary>Queues a change of status for each subscriber of an event.</summary>
    public void Notify(DependencyProperty statusEvent, ActivityExecutionStatusChangedEventArgs change, RuntimePort port)
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

    /// <summary>Sends data to the tracking of the instance, as data of the activity whose step runs.</summary>
    public void Track(string? key, object data)
    {
        ArgumentNullException.ThrowIfNull(data);
        RuntimePort port = RequiredPort;
        port.Tracking?.OnData(port.Current, key, data);
    }

    private RootState Root => _root ??= new RootState();

    private static DependencyProperty Internal(string name, Type type) =>
        DependencyProperty.RegisterAttached(name, type, typeof(ActivityState), new PropertyMetadata { IsOfOneRun = true });

    private static void CheckEvent(DependencyProperty statusEvent)
    {
        ArgumentNullException.ThrowIfNull(statusEvent);
        if (statusEvent.PropertyType != typeof(EventHandler<ActivityExecutionStatusChangedEventArgs>))
        {
            throw new ArgumentException(
                $"'{statusEvent}' is not an event of the status; use one of the events of Activity, such as 'Closed'.", nameof(statusEvent));
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

    /// <summary>The values that only the root of a tree has. In an object of their own, so that other activities need no fields for them.</summary>
    private sealed class RootState
    {
        private volatile TreeOrigin? _origin;

        public SavedDefinition? Definition { get; set; }

        public RuntimePort? Port { get; set; }

        public TreeOrigin? Origin
        {
            get => _origin;
            set => _origin = value;
        }
    }
}
