using System.Reflection;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>An event in its queue.</summary>
[Serializable]
internal sealed record ExternalEvent(object? Sender, ExternalDataEventArgs Arguments);

/// <summary>Receives an event of a local service and sends it to the instance.</summary>
/// <typeparam name="T">The type of the event's arguments.</typeparam>
internal sealed class ExternalEventHandler<T>(WorkflowRuntime runtime, ExchangeContract contract, EventInfo source)
    where T : ExternalDataEventArgs
{
    public void Handle(object? sender, T e)
    {
        ArgumentNullException.ThrowIfNull(e);
        try
        {
            WorkflowInstance instance = runtime.GetWorkflow(e.InstanceId);
            CorrelationProperty[] values = contract.IsCorrelated && !ExchangeContract.IsInitializer(source)
                ? contract.ValuesOf(source, source.EventHandlerType!.GetMethod("Invoke")!.GetParameters(), [sender, e])
                : [];
            EventQueueName queue = new(contract.Type, source.Name, values);
            ExternalEvent item = new(sender, e);
            if (e.WaitForIdle)
            {
                instance.EnqueueItemOnIdle(queue, item, e.WorkHandler, e.WorkItem);
            }
            else
            {
                instance.EnqueueItem(queue, item, e.WorkHandler, e.WorkItem);
            }
        }
        catch (Exception exception)
        {
            throw new EventDeliveryFailedException(
                $"The event '{source.Name}' of '{contract.Type}' could not be delivered to the workflow instance '{e.InstanceId}': {exception.Message}", exception);
        }
    }
}
