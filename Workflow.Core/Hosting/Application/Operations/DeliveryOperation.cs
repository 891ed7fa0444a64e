using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>Delivers the end of an asynchronous operation when the instance is idle (rule 1.4).</summary>
internal sealed class DeliveryOperation(WorkItem item) : HostOperation
{
    public override bool Interrupts => false;

    public override bool IsReady(OperationTarget instance) => instance.IsEnded || instance.IsIdle;

    public override ValueTask PerformAsync(OperationTarget instance)
    {
        if (!instance.IsEnded)
        {
            instance.Run.Deliver(item);
        }

        return ValueTask.CompletedTask;
    }

    public override void Fail(OperationTarget instance, Exception exception) => instance.TryRequestAbort(exception);
}
