namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Who receives a change of status: the name of an activity and its listener, or a handler of the event.</summary>
/// <param name="Subscriber">The qualified name of the activity; empty for a handler that is a method of an activity, or of the workflow as a whole.</param>
/// <param name="Listener">The listener, or null.</param>
/// <param name="Handler">The handler, or null.</param>
[Serializable]
internal sealed record StatusSubscription(
    string Subscriber, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>? Listener, EventHandler<ActivityExecutionStatusChangedEventArgs>? Handler)
{
    /// <summary>The step that delivers the change; null if the subscriber is not in the tree. The name means the activity in the context of the listener.</summary>
    public WorkItem? Delivery(Activity source, ActivityExecutionStatusChangedEventArgs change) =>
        Handler is not null ? new HandlerCall<ActivityExecutionStatusChangedEventArgs>(OwnerOf(source, Handler), source, Handler, change)
        : (Listener as Activity ?? source).ContextRoot.GetActivityByName(Subscriber) is { } subscriber ? new ListenerCall<ActivityExecutionStatusChangedEventArgs>(subscriber, Listener!, change, isOfLock: Listener is not Activity)
        : null;

    private Activity OwnerOf(Activity source, EventHandler<ActivityExecutionStatusChangedEventArgs> handler) =>
        handler.Target as Activity ?? (Subscriber.Length > 0 ? source.ContextRoot.GetActivityByName(Subscriber) : null) ?? source.RootActivity;
}

/// <summary>Calls a listener with a context of the activity that subscribed.</summary>
[Serializable]
internal sealed class ListenerCall<T>(Activity owner, IActivityEventListener<T> listener, T arguments, bool isOfLock = false) : WorkItem
    where T : EventArgs
{
    public override Activity Owner => owner;

    /// <summary>When an activity's own work has ended, only what holds its lock still listens for it.</summary>
    public override bool IsWanted => base.IsWanted && (!owner.Runtime.HasPrimaryClosed || isOfLock);

    public override bool IsComplete => owner is not null && listener is not null && arguments is not null;

    public override void Run(ExecutionPort port)
    {
        using ActivityExecutionContext context = new(owner, port);
        listener.OnEvent(context, arguments);
    }
}

/// <summary>
/// Calls a handler. It also hears of the end of the activity that has it. The sender is a context, as activities that run children expect: of the activity whose method the handler
/// is, else of the owner of the step.
/// </summary>
[Serializable]
internal sealed class HandlerCall<T>(Activity owner, Activity source, EventHandler<T> handler, T arguments) : WorkItem
    where T : EventArgs
{
    public override Activity Owner => owner;

    public override Activity Place => source;

    public override bool IsWanted => true;

    public override bool IsComplete => owner is not null && source is not null && handler is not null && arguments is not null;

    public override void Run(ExecutionPort port)
    {
        using ActivityExecutionContext context = new(handler.Target as Activity ?? owner, port);
        handler(context, arguments);
    }
}
