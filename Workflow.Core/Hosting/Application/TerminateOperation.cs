using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>Ends the instance as faulted. The reason is made when its turn comes: a text becomes an exception with the id that the instance has only then.</summary>
internal sealed class TerminateOperation(Func<Exception> reason, CancellationToken cancellationToken) : AwaitableOperation<bool>(cancellationToken)
{
    protected override ValueTask PerformOnLiveAsync(ApplicationInstance instance)
    {
        SpanTrail.Pass(this, instance);
        instance.TerminateRun(reason());
        Succeed(true);
        return ValueTask.CompletedTask;
    }
}
