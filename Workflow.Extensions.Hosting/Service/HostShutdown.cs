using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The orderly end of the host: everything that can be saved in time is saved and unlocked, the rest is aborted, and no owner is left. Does not throw.</summary>
internal sealed class HostShutdown(HostConfiguration configuration, InstanceFactory factory, LoadedInstances loaded, ILogger logger)
{
    /// <summary>How long the store may take for the end of the owner. After that, the owner expires.</summary>
    private static readonly TimeSpan OwnerTimeout = TimeSpan.FromSeconds(5);

    /// <summary>How long to wait before the store is called again that failed.</summary>
    private static readonly TimeSpan RetryPeriod = TimeSpan.FromSeconds(1);

    /// <summary>Ends the instances.</summary>
    /// <param name="cancellationToken">Ends the drain timeout early.</param>
    /// <returns>A task that ends when all instances have left or were aborted.</returns>
    public async Task DrainAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<LoadedInstance> instances = loaded.All;
        logger.Stopping(instances.Count);

        // Activities that block their threads must not keep the others from being saved.
        factory.Scheduler.RemoveLimit();
        using CancellationTokenSource timeout = new(configuration.Options.DrainTimeout, configuration.Instances.Clock);
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken);
        await Task.WhenAll(instances.Select(instance => LeaveAsync(instance, either.Token))).ConfigureAwait(false);
    }

    /// <summary>Ends the owner, whose locks are then free. That is no failure of the instances that were aborted, and makes none a suspect. It does not wait for instances that were aborted: they may never end.</summary>
    public async Task EndOwnerAsync(InstanceOwner? owner)
    {
        try
        {
            using CancellationTokenSource timeout = new(OwnerTimeout, configuration.Instances.Clock);
            await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(configuration.Store, timeout.Token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            logger.OwnerLeft(owner?.Id ?? Guid.Empty, exception);
        }
    }

    /// <summary>Unloads an instance, or aborts it.</summary>
    private async Task LeaveAsync(LoadedInstance instance, CancellationToken cancellationToken)
    {
        try
        {
            while (!await TryUnloadAsync(instance, cancellationToken).ConfigureAwait(false))
            {
                await Task.Delay(RetryPeriod, configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (WorkflowApplicationException)
        {
            // It has ended, or was unloaded or aborted.
        }
        catch (Exception exception)
        {
            logger.DrainExceeded(instance.Id, exception);
            instance.Application.Abort("The host stopped before the instance could be saved.");
        }
    }

    /// <summary>False if the store failed, possibly for a moment.</summary>
    private static async Task<bool> TryUnloadAsync(LoadedInstance instance, CancellationToken cancellationToken)
    {
        try
        {
            // The wait is bounded here as well: an instance whose thread is blocked does not take the request.
            await instance.Application.UnloadAsync(cancellationToken).OrAbandon(cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (InstancePersistenceException exception) when (exception is not SnapshotException && !cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }
}
