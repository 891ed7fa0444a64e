namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// The base class of application services that are notified of the events for which workflow instances wait. The activities of this package do not call the
/// service; activities of an application can.
/// </summary>
public abstract class WorkflowSubscriptionService
{
    /// <summary>Called when an instance begins to wait for an event.</summary>
    /// <param name="subscription">The subscription to the event.</param>
    public abstract void CreateSubscription(MessageEventSubscription subscription);

    /// <summary>Called when an instance no longer waits for an event.</summary>
    /// <param name="subscriptionId">The id of the subscription.</param>
    public abstract void DeleteSubscription(Guid subscriptionId);
}
