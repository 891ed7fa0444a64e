using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// Saves and unloads the instance at the end of the process. If asynchronous operations prevent the save, their tokens are signalled (rule 7.7.1).
/// </summary>
internal sealed class StopOperation(CancellationToken cancellationToken) : SaveOperation(unloads: true, cancellationToken)
{
    private bool _hasInterrupted;

    public override bool IsReady(OperationTarget instance) => !_hasInterrupted || base.IsReady(instance);

    protected override ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        if (CanSave(instance))
        {
            return base.PerformOnLiveAsync(instance);
        }

        _hasInterrupted = true;
        instance.Run.InterruptOperations();
        instance.Wait(this);
        return ValueTask.CompletedTask;
    }

    protected override void CompleteForEnded(OperationTarget instance)
    {
        if (instance.AbortRequest?.Reason is OperationInterruptedException)
        {
            Succeed(false);
        }
        else
        {
            base.CompleteForEnded(instance);
        }
    }
}
