namespace Workflow.Hosting;

/// <summary>The load of an instance, which its host can give up.</summary>
internal sealed class InstanceLoader : InstanceSaver
{
    /// <summary>Loads. Given up by an abort, it ends with the reason for that.</summary>
    public Task LoadAsync(Func<CancellationToken, Task> load, CancellationToken cancellationToken) => RunAsync(load, cancellationToken);
}
