using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The orderly end of the host: everything that can be saved in time is saved and unlocked, the rest is aborted, and no owner is left. Does not throw.</summary>
internal sealed class HostShutdown(HostConfiguration configuration, InstanceFactory factory, LoadedInstances loaded, HostOwner hostOwner, ILogger logger)
{
    /// <summary>How long the store may take for the end of the owner. After that, the owner expires.</summary>
    private static readonly TimeSpan OwnerTimeout = TimeSpan.FromSeconds(5);

    /// <summary>How long services may take at least that are disposed, if the drain timeout is over.</summary>
    private static readonly TimeSpan ScopesTimeout = TimeSpan.FromSeconds(5);

    /// <summary>How long to wait before the store is called again that failed.</summary>
    private static readonly TimeSpan RetryPeriod = TimeSpan.FromSeconds(1);

    private TimeProvider Clock => configuration.Instances.Clock;

    /// <summary>Ends the instances.</summary>
    /// <param name="cancellationToken">Ends the drain timeout early.</param>
    /// <returns>A task that ends when all instances have left or were aborted.</returns>
    public async Task DrainAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<LoadedInstance> instances = loaded.All;
        logger.Stopping(instances.Count);

        // Activities that block their threads must not keep the others from being saved.
        factory.Scheduler.RemoveLimit();
        using CancellationTokenSource drained = new();
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(end.Token);
        Task[] limits =
        [
            LongTime.CancelAfterAsync(end, configuration.Options.DrainTimeout, Clock, drained.Token),
            LongTime.CancelAfterAsync(patience, configuration.Options.TimeToCancel, Clock, drained.Token),
        ];
        await Task.WhenAll(instances.Select(instance => LeaveAsync(instance, patience.Token, end.Token))).ConfigureAwait(false);
        await drained.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(limits).ConfigureAwait(false);
    }

    /// <summary>Waits for the services of the instances that are being disposed, for what is left of the drain timeout, and at least for five seconds.</summary>
    /// <param name="began">When the shutdown began, as a timestamp.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async Task AwaitScopesAsync(long began, CancellationToken cancellationToken)
    {
        Task none = factory.Scopes.WhenNoneAsync();
        using CancellationTokenSource ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        TimeSpan timeout = configuration.Options.DrainTimeout, left = timeout - Clock.GetElapsedTime(began);
        Task limit = LongTime.PauseAsync(timeout == Timeout.InfiniteTimeSpan || left > ScopesTimeout ? left : ScopesTimeout, Clock, ended.Token);
        await Task.WhenAny(none, limit).ConfigureAwait(false);
        await ended.CancelAsync().ConfigureAwait(false);
        if (!none.IsCompleted)
        {
            logger.ScopesLeft();
        }
    }

    /// <summary>Ends the owner, whose locks are then free. That is no failure of the instances that were aborted, and makes none a suspect. It does not wait for instances that were aborted: they may never end.</summary>
    /// <param name="owner">The owner, for the log.</param>
    /// <param name="isLast">Whether no other owner follows.</param>
    public async Task EndOwnerAsync(InstanceOwner? owner, bool isLast)
    {
        try
        {
            using CancellationTokenSource timeout = new(OwnerTimeout, Clock);
            await hostOwner.EndAsync(isLast, timeout.Token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            logger.OwnerLeft(owner?.Id ?? Guid.Empty, exception);
        }
    }

    /// <summary>Unloads an instance, stops it, or aborts it.</summary>
    /// <param name="instance">The instance.</param>
    /// <param name="patience">Ends when operations are asked to end early.</param>
    /// <param name="cancellationToken">Ends with the drain timeout.</param>
    private async Task LeaveAsync(LoadedInstance instance, CancellationToken patience, CancellationToken cancellationToken)
    {
        try
        {
            while (!await TryLeaveAsync(instance, patience, cancellationToken).ConfigureAwait(false))
            {
                await Task.Delay(RetryPeriod, Clock, cancellationToken).ConfigureAwait(false);
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
    private async Task<bool> TryLeaveAsync(LoadedInstance instance, CancellationToken patience, CancellationToken cancellationToken)
    {
        try
        {
            if (await TryUnloadAsync(instance, patience, cancellationToken).ConfigureAwait(false))
            {
                return true;
            }

            // The wait is bounded here as well: an instance whose thread is blocked does not take the request.
            if (!await instance.Application.StopAsync(cancellationToken).OrAbandon(cancellationToken).ConfigureAwait(false))
            {
                logger.Interrupted(instance.Id);
            }

            return true;
        }
        catch (InstancePersistenceException exception) when (exception is not SnapshotException && !cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }

    /// <summary>False if operations have not ended of themselves.</summary>
    private static async Task<bool> TryUnloadAsync(LoadedInstance instance, CancellationToken patience, CancellationToken cancellationToken)
    {
        try
        {
            if (!patience.IsCancellationRequested)
            {
                await instance.Application.UnloadAsync(patience).OrAbandon(patience).ConfigureAwait(false);
                return true;
            }
        }
        catch (OperationCanceledException) when (patience.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            // It may be running on, or being saved.
        }

        return false;
    }
}
