using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Terminates the instance as faulted. The exception is created when the operation is performed, because an exception from a text contains the id of the
/// instance, which may not be known before.
/// </summary>
internal sealed class TerminateOperation(Func<Exception> reason, CancellationToken cancellationToken) : AwaitableOperation<bool>(cancellationToken)
{
    protected override ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        SpanTrail.Pass(this, instance);
        instance.TerminateRun(reason());
        Succeed(true);
        return ValueTask.CompletedTask;
    }
}
