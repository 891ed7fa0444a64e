using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A listener of a queue, and the activity in whose steps the listener is called.</summary>
[Serializable]
internal sealed record QueueSubscription(IActivityEventListener<QueueEventArgs> Listener, Activity Subscriber);

/// <summary>Adapts a handler to the interface of a listener. Two objects are equal if their handlers are equal.</summary>
[Serializable]
internal sealed record QueueHandler(EventHandler<QueueEventArgs> Handler) : IActivityEventListener<QueueEventArgs>
{
    public void OnEvent(object sender, QueueEventArgs e) => Handler(sender, e);
}
