using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Creates the queues of activities that wait for events with the same correlation values.</summary>
internal static class Conversation
{
    /// <summary>Creates the queues of the activities that wait with a token. Called when the values of the token become known.</summary>
    public static void CreateQueues(IServiceProvider provider, Activity owner, CorrelationToken token, ExchangeContract contract, CorrelationProperty[] values)
    {
        foreach (HandleExternalEventActivity activity in ActivityNames.Tree(owner).OfType<HandleExternalEventActivity>())
        {
            if (activity.InterfaceType == contract.Type && activity.CorrelationToken is { } other && other.Name == token.Name && !activity.IsInitializer)
            {
                QueueOf(provider, new EventQueueName(contract.Type, activity.EventName, values));
            }
        }
    }

    /// <summary>Returns the queue with a name, and creates it if it does not exist.</summary>
    public static WorkflowQueue QueueOf(IServiceProvider provider, EventQueueName name)
    {
        WorkflowQueuingService queues = (WorkflowQueuingService)provider.GetService(typeof(WorkflowQueuingService))!;
        return queues.Exists(name) ? queues.GetWorkflowQueue(name) : queues.CreateWorkflowQueue(name, transactional: true);
    }
}
