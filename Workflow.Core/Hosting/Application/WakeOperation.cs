namespace Workflow.Hosting;

/// <summary>Makes the owner of the turn take another step.</summary>
internal sealed class WakeOperation : HostOperation
{
    public override ValueTask PerformAsync(ApplicationInstance instance) => ValueTask.CompletedTask;

    public override void Fail(ApplicationInstance instance, Exception exception) => throw new InvalidOperationException("To look around cannot fail.", exception);
}
