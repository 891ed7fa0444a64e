namespace Workflow.Hosting;

/// <summary>The load of an instance, which an abort can cancel.</summary>
internal sealed class InstanceLoader : InstanceSaver
{
    /// <summary>Loads the instance. If an abort cancels the load, the task fails with the reason of the abort.</summary>
    public Task LoadAsync(Func<CancellationToken, Task> load, CancellationToken cancellationToken) => RunAsync(load, cancellationToken);
}
