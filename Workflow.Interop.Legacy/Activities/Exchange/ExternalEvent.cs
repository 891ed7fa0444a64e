using System.Reflection;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>The item of an event in its queue.</summary>
[Serializable]
internal sealed record ExternalEvent(object? Sender, ExternalDataEventArgs Arguments);

/// <summary>Receives an event of a local service and delivers it to the workflow instance.</summary>
/// <typeparam name="T">The type of the event data.</typeparam>
internal sealed class ExternalEventHandler<T>(ExternalDataExchangeService exchange, ExchangeContract contract, EventInfo source)
    where T : ExternalDataEventArgs
{
    public void Handle(object? sender, T e)
    {
        ArgumentNullException.ThrowIfNull(e);
        try
        {
            CorrelationProperty[] values = contract.IsCorrelated && !ExchangeContract.IsInitializer(source)
                ? contract.ValuesOf(source, source.EventHandlerType!.GetMethod("Invoke")!.GetParameters(), [sender, e])
                : [];
            exchange.Deliver(new EventQueueName(contract.Type, source.Name, values), new ExternalEvent(sender, e));
        }
        catch (Exception exception)
        {
            throw new EventDeliveryFailedException(
                $"The event '{source.Name}' of '{contract.Type}' could not be delivered to the workflow instance '{e.InstanceId}': {exception.Message}",
                exception);
        }
    }
}
