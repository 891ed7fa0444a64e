namespace Workflow.Interop.Legacy.Activities;

/// <summary>The base class of services of an application that are informed of the events for which instances wait. The shipped activities do not call it; activities of an application can.</summary>
public abstract class WorkflowSubscriptionService
{
    /// <summary>An instance waits for an event.</summary>
    /// <param name="subscription">For what.</param>
    public abstract void CreateSubscription(MessageEventSubscription subscription);

    /// <summary>An instance does not wait any more.</summary>
    /// <param name="subscriptionId">The id of the description.</param>
    public abstract void DeleteSubscription(Guid subscriptionId);
}
