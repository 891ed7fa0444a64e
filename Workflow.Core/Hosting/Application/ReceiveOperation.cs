using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Brings messages of the store, as soon as the instance runs. It has no caller that waits: a message that is not delivered stays in the store.</summary>
internal sealed class ReceiveOperation(IReadOnlyList<ReceivedMessage> messages) : HostOperation
{
    /// <summary>A request such as a cancellation does not wait for the instance to be idle.</summary>
    public override bool Interrupts { get; } = messages.Any(received => received.Message.Kind != MessageKind.Resume);

    public override bool IsReady(ApplicationInstance instance) => instance.IsEnded || instance.Phase == InstancePhase.Running;

    public override ValueTask PerformAsync(ApplicationInstance instance)
    {
        if (!instance.IsEnded)
        {
            SpanTrail.Pass(this, instance);
            MessageDelivery delivery = instance.Setup.Messages ??= new MessageDelivery();
            delivery.Add(messages);
            if (!delivery.IsWaiting)
            {
                delivery.Wait(instance);
            }
        }

        return ValueTask.CompletedTask;
    }

    public override void Fail(ApplicationInstance instance, Exception exception) => instance.TryRequestAbort(exception);
}
