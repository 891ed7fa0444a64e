namespace Workflow.Hosting;

/// <summary>Ends the instance as faulted.</summary>
internal sealed class TerminateOperation(Exception reason, CancellationToken cancellationToken) : AnsweredOperation<bool>(cancellationToken)
{
    protected override ValueTask PerformInTimeAsync(ApplicationInstance instance)
    {
        instance.TerminateRun(reason);
        Succeed(true);
        return ValueTask.CompletedTask;
    }
}
