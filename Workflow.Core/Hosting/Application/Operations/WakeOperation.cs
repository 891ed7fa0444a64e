namespace Workflow.Hosting;

/// <summary>An operation without an effect, which makes the owner of the turn execute another step.</summary>
internal sealed class WakeOperation : HostOperation
{
    public override ValueTask PerformAsync(OperationTarget instance) => ValueTask.CompletedTask;

    public override void Fail(OperationTarget instance, Exception exception) =>
        throw new InvalidOperationException("The operation that wakes the instance has no effect that could fail.", exception);
}
