using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Starts the instance. No caller waits for it, so a failure aborts the instance.</summary>
internal sealed class RunOperation : HostOperation
{
    public override ValueTask PerformAsync(OperationTarget instance)
    {
        if (!instance.IsEnded)
        {
            SpanTrail.Pass(this, instance);
            instance.StartRun();
        }

        return ValueTask.CompletedTask;
    }

    public override void Fail(OperationTarget instance, Exception exception) => instance.TryRequestAbort(exception);
}
