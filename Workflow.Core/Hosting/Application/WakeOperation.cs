namespace Workflow.Hosting;

/// <summary>Has the owner of the turn look around.</summary>
internal sealed class WakeOperation : HostOperation
{
    public override ValueTask PerformAsync(ApplicationInstance instance) => ValueTask.CompletedTask;

    public override void Fail(ApplicationInstance instance, Exception exception) => throw new InvalidOperationException("To look around cannot fail.", exception);
}
