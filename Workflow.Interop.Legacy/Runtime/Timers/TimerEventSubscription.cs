namespace Workflow.Interop.Legacy.Runtime;

/// <summary>An item that comes into a queue at a time. It does not change.</summary>
public class TimerEventSubscription
{
    /// <summary>Makes a subscription with a new id.</summary>
    /// <param name="workflowInstanceId">The instance.</param>
    /// <param name="expiresAt">The time, in UTC.</param>
    public TimerEventSubscription(Guid workflowInstanceId, DateTime expiresAt)
        : this(Guid.NewGuid(), workflowInstanceId, expiresAt)
    {
    }

    /// <summary>Makes a subscription.</summary>
    /// <param name="timerId">Its id, which is the name of the queue, too.</param>
    /// <param name="workflowInstanceId">The instance.</param>
    /// <param name="expiresAt">The time, in UTC.</param>
    public TimerEventSubscription(Guid timerId, Guid workflowInstanceId, DateTime expiresAt)
    {
        SubscriptionId = timerId;
        WorkflowInstanceId = workflowInstanceId;
        ExpiresAt = expiresAt;
    }

    /// <summary>The time, in UTC.</summary>
    public virtual DateTime ExpiresAt { get; }

    /// <summary>The id.</summary>
    public virtual Guid SubscriptionId { get; }

    /// <summary>The instance.</summary>
    public virtual Guid WorkflowInstanceId { get; }

    /// <summary>The queue into which the item comes. The item is the id.</summary>
    public virtual IComparable QueueName => SubscriptionId;
}
