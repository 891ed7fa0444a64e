using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Takes over the instances that the clients of this process start, while the host has capacity for them. Thread-safe.</summary>
internal sealed class HostStarts(
    HostOwner owners, HostStatus status, LoadedInstances loaded, RunnableLoader loader, StartedInstances started, CancellationToken stopping) : LocalStarts
{
    public override Task<InstanceOwner?> GetOwnerAsync(CancellationToken cancellationToken) => owners.GetAsync(cancellationToken);

    public override LocalStart? TryBegin(HostedDefinition definition, Guid instanceId, InstanceOwner owner) =>
        owner == status.Owner && !stopping.IsCancellationRequested && loader.IsLoading && loaded.TryReserve()
            ? started.Begin(definition, instanceId, owner, stopping)
            : null;
}
