using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Loads runnable instances. While instances are found, several loads run concurrently, because each load waits for the store.</summary>
internal sealed class RunnableLoader(HostConfiguration configuration, LoadedInstances loaded, LoadedInstanceRunner runner, ILogger logger)
{
    /// <summary>The number of loads that wait for the store at the same time. The store can commit them together.</summary>
    private const int MaxLoads = 8;

    private volatile bool _isLoading;

    /// <summary>True while runnable instances are loaded. Only then can an instance that is started in this process remain loaded here.</summary>
    public bool IsLoading => _isLoading;

    /// <summary>Loads instances until the token is canceled or the store fails.</summary>
    /// <param name="owner">The owner of the loads.</param>
    /// <param name="cancellationToken">Ends the loads.</param>
    /// <param name="stopping">Canceled when the host stops, for the instances that were loaded.</param>
    public async Task RunAsync(InstanceOwner owner, CancellationToken cancellationToken, CancellationToken stopping)
    {
        FairShare share = new(configuration.Definitions.All.Count);
        using CancellationTokenSource ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        List<Task> others = [];
        _isLoading = true;
        try
        {
            while (true)
            {
                if (!await TryLoadAsync(owner, share, cancellationToken, stopping).ConfigureAwait(false))
                {
                    await configuration.Store.WaitForRunnableAsync(owner, cancellationToken).OrAbandon(cancellationToken).ConfigureAwait(false);
                    continue;
                }

                // A failed load ends this loop too. It remains in the list until then.
                await (others.Find(other => other.IsFaulted) ?? Task.CompletedTask).ConfigureAwait(false);
                others.RemoveAll(other => other.IsCompletedSuccessfully);
                if (others.Count < MaxLoads - 1)
                {
                    others.Add(LoadWhileFoundAsync(owner, share, ended.Token, stopping));
                }
            }
        }
        finally
        {
            // Cleared before the other loads end: from here on, no start in this process reserves capacity in a session that is ending.
            _isLoading = false;
            await ended.CancelAsync().ConfigureAwait(false);
            await Task.WhenAll(others).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task LoadWhileFoundAsync(InstanceOwner owner, FairShare share, CancellationToken cancellationToken, CancellationToken stopping)
    {
        while (await TryLoadAsync(owner, share, cancellationToken, stopping).ConfigureAwait(false))
        {
        }
    }

    /// <summary>Loads one instance. An instance that was found is loaded even if the session ends in the meantime, unless the host stops.</summary>
    /// <returns>False if nothing is runnable.</returns>
    private async Task<bool> TryLoadAsync(InstanceOwner owner, FairShare share, CancellationToken cancellationToken, CancellationToken stopping)
    {
        // Capacity is reserved before the store is asked: an instance that was found is locked, and must not wait here for memory while its lease runs.
        await loaded.ReserveAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            (WorkflowApplicationInstance? found, bool hasMore) = await FindAsync(owner, share, cancellationToken).ConfigureAwait(false);
            if (found is null)
            {
                return hasMore;
            }

            if (configuration.Definitions.Find(found.DefinitionIdentity) is not { } definition)
            {
                await found.AbandonAsync(cancellationToken).ConfigureAwait(false);
                return true;
            }

            share.Take(definition.Identity);
            LoadedInstance instance = await runner.CreateAsync(definition, found).ConfigureAwait(false);

            // The number is assigned after the lock: a message that was stored after this point is not part of the loaded state.
            loaded.Add(instance, loaded.NextNumber());
            runner.Begin(instance, found, owner, mayHaveMessages: true, stopping);
            return true;
        }
        finally
        {
            // After the instance was added, so that it never counts less than once.
            loaded.EndReservation();
        }
    }

    /// <summary>Finds a runnable instance of a definition that is not excluded in this round.</summary>
    /// <returns>The instance, or null if there is none; and true if another call may find an instance.</returns>
    private async Task<(WorkflowApplicationInstance? Found, bool HasMore)> FindAsync(
        InstanceOwner owner, FairShare share, CancellationToken cancellationToken)
    {
        try
        {
            WorkflowApplicationInstance? found = await WorkflowApplicationInstance
                .TryGetRunnableAsync(configuration.Store, owner, new RunnableLoad { Excluded = share.Excluded }, cancellationToken).ConfigureAwait(false);
            return (found, found is not null || share.TryBegin());
        }
        catch (SnapshotException exception)
        {
            // The store has unlocked the damaged instance as failed, so the next call finds another one.
            logger.StateDamaged(exception);
            return (null, true);
        }
    }
}
