using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// The subscription of a workflow instance to an event of a local service, for a <see cref="WorkflowSubscriptionService"/> of the application.
/// </summary>
[Serializable]
public class MessageEventSubscription
{
    private IComparable _queueName;
    private Type? _interfaceType;
    private string? _methodName;

    /// <summary>Creates a subscription with a new id.</summary>
    /// <param name="queueName">The name of the queue of the event.</param>
    /// <param name="instanceId">The id of the workflow instance.</param>
    public MessageEventSubscription(IComparable queueName, Guid instanceId)
        : this(queueName, instanceId, Guid.NewGuid())
    {
    }

    /// <summary>Creates a subscription.</summary>
    /// <param name="queueName">The name of the queue of the event.</param>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="subscriptionId">The id of the subscription.</param>
    public MessageEventSubscription(IComparable queueName, Guid instanceId, Guid subscriptionId)
        : this(queueName, instanceId, null, null, subscriptionId)
    {
    }

    /// <summary>Creates a subscription without a workflow instance.</summary>
    /// <param name="queueName">The name of the queue of the event.</param>
    /// <param name="subscriptionId">The id of the subscription.</param>
    /// <param name="interfaceType">The interface of the event, or null.</param>
    /// <param name="operation">The name of the event, or null.</param>
    public MessageEventSubscription(IComparable queueName, Guid subscriptionId, Type? interfaceType, string? operation)
        : this(queueName, Guid.Empty, interfaceType, operation, subscriptionId)
    {
    }

    /// <summary>Creates a subscription.</summary>
    /// <param name="queueName">The name of the queue of the event.</param>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="interfaceType">The interface of the event, or null.</param>
    /// <param name="operation">The name of the event, or null.</param>
    /// <param name="subscriptionId">The id of the subscription.</param>
    public MessageEventSubscription(IComparable queueName, Guid instanceId, Type? interfaceType, string? operation, Guid subscriptionId)
    {
        ArgumentNullException.ThrowIfNull(queueName);
        _queueName = queueName;
        WorkflowInstanceId = instanceId;
        _interfaceType = interfaceType;
        _methodName = operation;
        SubscriptionId = subscriptionId;
    }

    /// <summary>The id of the subscription.</summary>
    public virtual Guid SubscriptionId { get; }

    /// <summary>The id of the workflow instance; empty if there is none.</summary>
    public virtual Guid WorkflowInstanceId { get; }

    /// <summary>The name of the queue of the event.</summary>
    public virtual IComparable QueueName
    {
        get => _queueName;
        protected set => _queueName = value;
    }

    /// <summary>The interface of the event, or null.</summary>
    public virtual Type? InterfaceType
    {
        get => _interfaceType;
        set => _interfaceType = value;
    }

    /// <summary>The name of the event, or null.</summary>
    public virtual string? MethodName
    {
        get => _methodName;
        set => _methodName = value;
    }

    /// <summary>The correlation values that identify the conversation. Empty by default.</summary>
    public virtual ICollection<CorrelationProperty> CorrelationProperties { get; } = [];
}
