using System.Collections.ObjectModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Describes that an instance waits for an event of a local service, for a <see cref="Hosting.WorkflowSubscriptionService"/> of the application.</summary>
[Serializable]
public class MessageEventSubscription
{
    /// <summary>Makes a description.</summary>
    /// <param name="queueName">The queue of the event.</param>
    /// <param name="instanceId">The instance.</param>
    public MessageEventSubscription(IComparable queueName, Guid instanceId)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        QueueName = queueName;
        WorkflowInstanceId = instanceId;
    }

    /// <summary>The id of the description.</summary>
    public virtual Guid SubscriptionId { get; } = Guid.NewGuid();

    /// <summary>The instance.</summary>
    public virtual Guid WorkflowInstanceId { get; }

    /// <summary>The queue of the event.</summary>
    public virtual IComparable QueueName { get; }

    /// <summary>The interface of the event, or null.</summary>
    public virtual Type? InterfaceType { get; set; }

    /// <summary>The name of the event, or null.</summary>
    public virtual string? MethodName { get; set; }

    /// <summary>Names and values by which the conversation is found; empty by default.</summary>
    public virtual Collection<KeyValuePair<string, object?>> CorrelationProperties { get; } = [];
}
