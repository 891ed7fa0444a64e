using System.Collections;
using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>A snapshot of a queue of a workflow instance. Immutable.</summary>
public sealed class WorkflowQueueInfo
{
    internal WorkflowQueueInfo(IComparable queueName, object?[] items, string[] subscribers)
    {
        QueueName = queueName;
        Items = items;
        SubscribedActivityNames = new ReadOnlyCollection<string>(subscribers);
    }

    /// <summary>The name of the queue.</summary>
    public IComparable QueueName { get; }

    /// <summary>The items, oldest first.</summary>
    public ICollection Items { get; }

    /// <summary>The qualified names of the activities that wait for items.</summary>
    public ReadOnlyCollection<string> SubscribedActivityNames { get; }
}
