using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>An activity that waits for an item in a queue, and with which an <see cref="EventDrivenActivity"/> can begin.</summary>
public interface IEventActivity
{
    /// <summary>The name of the queue.</summary>
    IComparable QueueName { get; }

    /// <summary>Begins to wait for the activity that contains this one: it registers the listener with the queue.</summary>
    /// <param name="parentContext">The context of the activity that waits.</param>
    /// <param name="parentEventHandler">Its listener.</param>
    void Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler);

    /// <summary>Ends the waiting that <see cref="Subscribe"/> has begun.</summary>
    /// <param name="parentContext">The context of the activity that waits.</param>
    /// <param name="parentEventHandler">Its listener.</param>
    void Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler);
}
