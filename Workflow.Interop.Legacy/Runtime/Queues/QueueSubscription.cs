using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A listener of a queue, and the activity in whose steps it is called.</summary>
[Serializable]
internal sealed record QueueSubscription(IActivityEventListener<QueueEventArgs> Listener, Activity Subscriber);

/// <summary>A handler as a listener. Two of them are equal if their handlers are.</summary>
[Serializable]
internal sealed record QueueHandler(EventHandler<QueueEventArgs> Handler) : IActivityEventListener<QueueEventArgs>
{
    public void OnEvent(object sender, QueueEventArgs e) => Handler(sender, e);
}
