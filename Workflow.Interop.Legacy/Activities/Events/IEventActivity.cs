using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>An activity that waits for an item in a queue. Can be the first child of an <see cref="EventDrivenActivity"/>.</summary>
public interface IEventActivity
{
    /// <summary>The name of the queue.</summary>
    IComparable QueueName { get; }

    /// <summary>Begins to wait on behalf of the parent: registers the listener with the queue.</summary>
    /// <param name="parentContext">The context of the activity that waits.</param>
    /// <param name="parentEventHandler">The listener of the activity that waits.</param>
    void Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler);

    /// <summary>Ends the wait that <see cref="Subscribe"/> has begun.</summary>
    /// <param name="parentContext">The context of the activity that waits.</param>
    /// <param name="parentEventHandler">The listener of the activity that waits.</param>
    void Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler);
}
