using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Passes messages of the store to the instance as soon as it runs. No caller waits for it: a message that is not delivered stays in the store.
/// </summary>
internal sealed class ReceiveOperation(IReadOnlyList<ReceivedMessage> messages) : HostOperation
{
    /// <summary>True if a message is a request such as a cancellation, which does not wait until the instance is idle.</summary>
    public override bool Interrupts { get; } = messages.Any(received => received.Message.Kind != MessageKind.Resume);

    public override bool IsReady(OperationTarget instance) => instance.IsEnded || instance.Phase == InstancePhase.Running;

    public override ValueTask PerformAsync(OperationTarget instance)
    {
        if (!instance.IsEnded)
        {
            SpanTrail.Pass(this, instance);
            MessageDelivery delivery = instance.Messages;
            delivery.Add(messages);
            if (!delivery.IsWaiting)
            {
                delivery.Wait(instance);
            }
        }

        return ValueTask.CompletedTask;
    }

    public override void Fail(OperationTarget instance, Exception exception) => instance.TryRequestAbort(exception);
}
