namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A subscriber to a change of status: the name of an activity and its listener, or a handler of the event.</summary>
/// <param name="Subscriber">The qualified name of the activity. Empty for a handler that is a method of an activity, or that was added before the workflow was
/// created.</param>
/// <param name="Listener">The listener, or null.</param>
/// <param name="Handler">The handler, or null.</param>
[Serializable]
internal sealed record StatusSubscription(
    string Subscriber,
    IActivityEventListener<ActivityExecutionStatusChangedEventArgs>? Listener,
    EventHandler<ActivityExecutionStatusChangedEventArgs>? Handler)
{
    /// <summary>
    /// Creates the step that delivers the change; null if the subscriber is not in the tree. The name is resolved in the execution context of the listener.
    /// </summary>
    public QueuedStep? Delivery(Activity source, ActivityExecutionStatusChangedEventArgs change) =>
        Handler is not null ? new HandlerCall<ActivityExecutionStatusChangedEventArgs>(OwnerOf(source, Handler), source, Handler, change)
        : (Listener as Activity ?? source).ContextRoot.GetActivityByName(Subscriber) is { } subscriber
            ? new ListenerCall<ActivityExecutionStatusChangedEventArgs>(subscriber, Listener!, change, isOfLock: Listener is not Activity)
        : null;

    private Activity OwnerOf(Activity source, EventHandler<ActivityExecutionStatusChangedEventArgs> handler) =>
        handler.Target as Activity ?? (Subscriber.Length > 0 ? source.ContextRoot.GetActivityByName(Subscriber) : null) ?? source.RootActivity;
}

/// <summary>Calls a listener with a context of the activity that subscribed.</summary>
[Serializable]
internal sealed class ListenerCall<T>(Activity owner, IActivityEventListener<T> listener, T arguments, bool isOfLock = false) : QueuedStep
    where T : EventArgs
{
    public override Activity Owner => owner;

    /// <summary>True if the step must still run. When the activity's own work has ended, only the owner of its lock receives events.</summary>
    public override bool IsWanted => base.IsWanted && (!owner.Runtime.HasPrimaryClosed || isOfLock);

    public override bool IsComplete => owner is not null && listener is not null && arguments is not null;

    public override void Run(RuntimePort port)
    {
        using ActivityExecutionContext context = new(owner, port);
        listener.OnEvent(context, arguments);
    }
}

/// <summary>
/// Calls a handler, even after the activity that owns the handler has ended. The sender is a context, because handlers that run children expect one: the
/// context of the activity whose method the handler is, or else of the owner of the step.
/// </summary>
[Serializable]
internal sealed class HandlerCall<T>(Activity owner, Activity source, EventHandler<T> handler, T arguments) : QueuedStep
    where T : EventArgs
{
    public override Activity Owner => owner;

    public override Activity BelongsTo => source;

    public override bool IsWanted => true;

    public override bool IsComplete => owner is not null && source is not null && handler is not null && arguments is not null;

    public override void Run(RuntimePort port)
    {
        using ActivityExecutionContext context = new(handler.Target as Activity ?? owner, port);
        handler(context, arguments);
    }
}
