using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The orderly shutdown of the host: saves and unlocks all instances that can be saved in time, aborts the others, and deletes the owner. Does not throw.
/// </summary>
internal sealed class HostShutdown(
    HostConfiguration configuration, RunScheduler scheduler, OpenScopes scopes, LoadedInstances loaded, HostOwner hostOwner, ILogger logger)
{
    /// <summary>The maximum time for the deletion of the owner by the store. After that, the owner expires.</summary>
    private static readonly TimeSpan OwnerTimeout = TimeSpan.FromSeconds(5);

    /// <summary>The minimum time for the disposal of services, even if the drain timeout has elapsed.</summary>
    private static readonly TimeSpan ScopesTimeout = TimeSpan.FromSeconds(5);

    /// <summary>The time to wait after a failure of the store before it is called again.</summary>
    private static readonly TimeSpan RetryPeriod = TimeSpan.FromSeconds(1);

    private TimeProvider Clock => configuration.Instances.Clock;

    /// <summary>Unloads or aborts all instances.</summary>
    /// <param name="cancellationToken">Ends the drain timeout early.</param>
    /// <returns>A task that completes when all instances have left this process or were aborted.</returns>
    public async Task DrainAsync(CancellationToken cancellationToken)
    {
        IReadOnlyList<LoadedInstance> instances = loaded.All;
        logger.Stopping(instances.Count);

        // Activities that block their threads must not prevent other instances from being saved.
        scheduler.RemoveLimit();
        using CancellationTokenSource drained = new();
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using CancellationTokenSource grace = CancellationTokenSource.CreateLinkedTokenSource(end.Token);
        Task[] limits =
        [
            LongTime.CancelAfterAsync(end, configuration.Options.DrainTimeout, Clock, drained.Token),
            LongTime.CancelAfterAsync(grace, configuration.Options.TimeToCancel, Clock, drained.Token),
        ];
        await Task.WhenAll(instances.Select(instance => UnloadAsync(instance, grace.Token, end.Token))).ConfigureAwait(false);
        await drained.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(limits).ConfigureAwait(false);
    }

    /// <summary>Waits for the services of instances that are being disposed, for the rest of the drain timeout, but at least five seconds.</summary>
    /// <param name="began">The timestamp of the start of the shutdown.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async Task AwaitScopesAsync(long began, CancellationToken cancellationToken)
    {
        Task none = scopes.WhenNoneAsync();
        using CancellationTokenSource ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        TimeSpan timeout = configuration.Options.DrainTimeout, remaining = timeout - Clock.GetElapsedTime(began);
        Task limit = LongTime.PauseAsync(timeout == Timeout.InfiniteTimeSpan || remaining > ScopesTimeout ? remaining : ScopesTimeout, Clock, ended.Token);
        await Task.WhenAny(none, limit).ConfigureAwait(false);
        await ended.CancelAsync().ConfigureAwait(false);
        if (!none.IsCompleted)
        {
            logger.ScopesNotDisposed();
        }
    }

    /// <summary>
    /// Deletes the owner, which releases its locks. This counts no failure for aborted instances and makes none of them a suspect. Does not wait for aborted
    /// instances, because they may never end.
    /// </summary>
    /// <param name="owner">The owner, for the log.</param>
    /// <param name="isLast">True if no other owner follows.</param>
    public async Task EndOwnerAsync(InstanceOwner? owner, bool isLast)
    {
        try
        {
            using CancellationTokenSource timeout = new(OwnerTimeout, Clock);
            await hostOwner.EndAsync(isLast, timeout.Token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            logger.OwnerNotDeleted(owner?.Id ?? Guid.Empty, exception);
        }
    }

    /// <summary>Unloads an instance; if that is not possible in time, stops or aborts it.</summary>
    /// <param name="instance">The instance.</param>
    /// <param name="grace">Canceled when operations are requested to end early.</param>
    /// <param name="cancellationToken">Canceled when the drain timeout has elapsed.</param>
    private async Task UnloadAsync(LoadedInstance instance, CancellationToken grace, CancellationToken cancellationToken)
    {
        try
        {
            while (!await TryUnloadOrStopAsync(instance, grace, cancellationToken).ConfigureAwait(false))
            {
                await Task.Delay(RetryPeriod, Clock, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (WorkflowApplicationException)
        {
            // The instance has ended, or was unloaded or aborted.
        }
        catch (Exception exception)
        {
            logger.DrainExceeded(instance.Id, exception);
            instance.Application.Abort("The host stopped before the instance could be saved.");
        }
    }

    /// <summary>Unloads or stops an instance; false if the store failed, possibly only temporarily.</summary>
    private async Task<bool> TryUnloadOrStopAsync(LoadedInstance instance, CancellationToken grace, CancellationToken cancellationToken)
    {
        try
        {
            if (await TryUnloadAsync(instance, grace, cancellationToken).ConfigureAwait(false))
            {
                return true;
            }

            // The wait is bounded here as well: an instance whose thread is blocked does not process the request.
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

    /// <summary>Unloads an instance; false if its operations have not completed in time.</summary>
    private static async Task<bool> TryUnloadAsync(LoadedInstance instance, CancellationToken grace, CancellationToken cancellationToken)
    {
        try
        {
            if (!grace.IsCancellationRequested)
            {
                await instance.Application.UnloadAsync(grace).OrAbandon(grace).ConfigureAwait(false);
                return true;
            }
        }
        catch (OperationCanceledException) when (grace.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            // The instance may still be running or being saved.
        }

        return false;
    }
}
