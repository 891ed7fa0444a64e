using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Requests cancellation of the root (rule 6.4).</summary>
internal sealed class CancelOperation(CancellationToken cancellationToken) : AwaitableOperation<bool>(cancellationToken)
{
    protected override ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        SpanTrail.Pass(this, instance);
        instance.CancelRun();
        Succeed(true);
        return ValueTask.CompletedTask;
    }

    protected override void CompleteForEnded(OperationTarget instance)
    {
        if (instance.Phase == InstancePhase.Aborted)
        {
            base.CompleteForEnded(instance);
        }
        else
        {
            Succeed(true);
        }
    }
}
