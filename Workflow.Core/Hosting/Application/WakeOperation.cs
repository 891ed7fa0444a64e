namespace Workflow.Hosting;

/// <summary>An operation without an effect, which makes the owner of the turn execute another step.</summary>
internal sealed class WakeOperation : HostOperation
{
    public override ValueTask PerformAsync(ApplicationInstance instance) => ValueTask.CompletedTask;

    public override void Fail(ApplicationInstance instance, Exception exception) =>
        throw new InvalidOperationException("To look around cannot fail.", exception);
}
