namespace Workflow.Interop.Legacy.Runtime;

/// <summary>An item that is added to a queue at a specified time. Immutable.</summary>
public class TimerEventSubscription
{
    /// <summary>Creates a subscription with a new id.</summary>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <param name="expiresAt">The time, in UTC.</param>
    public TimerEventSubscription(Guid workflowInstanceId, DateTime expiresAt)
        : this(Guid.NewGuid(), workflowInstanceId, expiresAt)
    {
    }

    /// <summary>Creates a subscription.</summary>
    /// <param name="timerId">The id of the timer, which is also the name of the queue.</param>
    /// <param name="workflowInstanceId">The id of the instance.</param>
    /// <param name="expiresAt">The time, in UTC.</param>
    public TimerEventSubscription(Guid timerId, Guid workflowInstanceId, DateTime expiresAt)
    {
        SubscriptionId = timerId;
        WorkflowInstanceId = workflowInstanceId;
        ExpiresAt = expiresAt;
    }

    /// <summary>The time at which the item is added, in UTC.</summary>
    public virtual DateTime ExpiresAt { get; }

    /// <summary>The id of the timer.</summary>
    public virtual Guid SubscriptionId { get; }

    /// <summary>The id of the instance.</summary>
    public virtual Guid WorkflowInstanceId { get; }

    /// <summary>The name of the queue to which the item is added. The item is the id of the timer.</summary>
    public virtual IComparable QueueName => SubscriptionId;
}
