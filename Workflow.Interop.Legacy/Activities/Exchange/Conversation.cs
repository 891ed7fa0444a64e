using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The queues of activities that wait for events with the same correlation values.</summary>
internal static class Conversation
{
    /// <summary>Creates the queues of the activities that wait with a token, when its values become known.</summary>
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

    /// <summary>The queue with a name; a new one if there is none.</summary>
    public static WorkflowQueue QueueOf(IServiceProvider provider, EventQueueName name)
    {
        WorkflowQueuingService queues = (WorkflowQueuingService)provider.GetService(typeof(WorkflowQueuingService))!;
        return queues.Exists(name) ? queues.GetWorkflowQueue(name) : queues.CreateWorkflowQueue(name, transactional: true);
    }
}
