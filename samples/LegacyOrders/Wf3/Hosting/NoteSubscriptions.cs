using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>Knows which instances wait for notes: activities of the application inform it. The workflows of a runtime use it on several threads.</summary>
public class NoteSubscriptions : WorkflowSubscriptionService
{
    private readonly ConcurrentDictionary<Guid, MessageEventSubscription> _subscriptions = new ConcurrentDictionary<Guid, MessageEventSubscription>();

    /// <summary>The queues for which an instance waits.</summary>
    public ICollection<string> QueuesOf(Guid instanceId)
    {
        List<string> names = new List<string>();
        foreach (MessageEventSubscription subscription in _subscriptions.Values)
        {
            if (subscription.WorkflowInstanceId == instanceId)
            {
                names.Add(subscription.QueueName.ToString());
            }
        }

        return names;
    }

    public override void CreateSubscription(MessageEventSubscription subscription)
    {
        _subscriptions[subscription.SubscriptionId] = subscription;
    }

    public override void DeleteSubscription(Guid subscriptionId)
    {
        MessageEventSubscription ended;
        _subscriptions.TryRemove(subscriptionId, out ended);
    }
}
