using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using Workflow.Interop.Legacy.Activities;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>Stores the subscriptions of instances that wait for notes. Activities add and remove them, on several threads of the runtime.</summary>
public class NoteSubscriptions : WorkflowSubscriptionService
{
    private readonly ConcurrentDictionary<Guid, MessageEventSubscription> _subscriptions = new ConcurrentDictionary<Guid, MessageEventSubscription>();

    /// <summary>Returns the queues for which an instance waits.</summary>
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
