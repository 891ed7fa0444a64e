using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>Posts the loads of a saved instance (rule 16.7). The ways to load differ only in the way to get the lock of the instance.</summary>
/// <remarks>Thread-safe.</remarks>
internal static class LoadRequests
{
    public static Task LoadAsync(ApplicationInstance instance, Guid instanceId, CancellationToken cancellationToken)
    {
        InstanceStore store = StoreOf(instance);
        return LoadAsync(instance, token => InstanceLock.LoadAsync(store, instanceId, instance.Setup.Identity, token), cancellationToken);
    }

    public static Task LoadRunnableAsync(ApplicationInstance instance, CancellationToken cancellationToken)
    {
        InstanceStore store = StoreOf(instance);
        return LoadAsync(instance, token => InstanceLock.LoadRunnableAsync(store, instance.Setup.Identity, token), cancellationToken);
    }

    /// <summary>Loads an instance that was read before, with the lock that was taken at that time.</summary>
    public static Task LoadAsync(ApplicationInstance instance, WorkflowApplicationInstance saved, CancellationToken cancellationToken)
    {
        if (instance.Setup.Store is { } store && !ReferenceEquals(store, saved.InstanceStore))
        {
            throw new ArgumentException(
                $"The instance '{saved.InstanceId}' is in another store than this application's; set InstanceStore to that store, or leave it unset.",
                nameof(instance));
        }

        return LoadAsync(
            instance,
            _ =>
            {
                instance.Setup.Store = saved.InstanceStore;
                return Task.FromResult(saved.TakeFor(instance.Setup.Identity));
            },
            cancellationToken);
    }

    private static Task<bool> LoadAsync(ApplicationInstance instance, Func<CancellationToken, Task<InstanceLock>> take, CancellationToken cancellationToken) =>
        ApplicationRequests.AskAsync(instance, new LoadOperation(take, cancellationToken));

    private static InstanceStore StoreOf(ApplicationInstance instance) => instance.Setup.Store ?? throw new InvalidOperationException(
        $"The workflow application '{instance.Setup.Definition.DisplayName}' has no store to load an instance from; set InstanceStore first.");
}
