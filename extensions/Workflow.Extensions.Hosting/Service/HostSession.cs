using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The work of the host with one owner: loads runnable instances and passes messages to them, until the owner is lost, the store fails or the host stops.
/// </summary>
internal sealed class HostSession(
    HostConfiguration configuration,
    InstanceFactory factory,
    LoadedInstances loaded,
    Completions completions,
    MessageContent content,
    ILogger logger)
{
    /// <summary>The number of attempts to lock an instance whose lock this process is still releasing.</summary>
    private const int LockAttempts = 5;

    /// <summary>The number of loads that wait for the store at the same time. The store can commit them together.</summary>
    private const int LoadsAtOnce = 8;

    /// <summary>True while the session loads runnable instances. Only then can an instance that is started in this process remain loaded here.</summary>
    private volatile bool _isLoading;

    /// <summary>The number of messages of this process that were for instances not in memory.</summary>
    private long _unclaimed;

    private InstanceStore Store => configuration.Store;

    /// <summary>Runs until one of the loops fails, and then throws its exception.</summary>
    public async Task RunAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task[] loops = [LoadAsync(owner, either.Token, cancellationToken), ReceiveAsync(owner, either.Token)];
        Task ended = await Task.WhenAny(loops).ConfigureAwait(false);
        await either.CancelAsync().ConfigureAwait(false);
        foreach (Task loop in loops)
        {
            await loop.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await ended.ConfigureAwait(false);
    }

    /// <summary>Receives the messages of an instance at once if the instance is loaded in this process.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="direct">A message that need not be read from the store if it is the next one; null for none.</param>
    /// <param name="cancellationToken">Cancels the receive.</param>
    public void Receive(InstanceOwner owner, Guid instanceId, DirectMessage? direct, CancellationToken cancellationToken)
    {
        LoadedInstance? instance = loaded.Find(instanceId);
        if (instance is null)
        {
            // The instance may be added concurrently. Either this second lookup finds the instance, or the thread that adds it sees the new count and reads the
            // store.
            Interlocked.Increment(ref _unclaimed);
            instance = loaded.Find(instanceId);
        }

        if (instance is not null)
        {
            _ = ReceiveAsync(instance, owner, direct, cancellationToken);
        }
    }

    /// <summary>Reserves capacity for an instance that is started in this process; null if there is no capacity, or other loads wait for it.</summary>
    public LocalStart? TryBeginStart(HostedDefinition definition, Guid instanceId, InstanceOwner owner, CancellationToken stopping)
    {
        if (!_isLoading || !loaded.TryReserve())
        {
            return null;
        }

        return new LocalStart(this, definition, instanceId, owner, stopping) { Number = loaded.NextNumber(), Unclaimed = Interlocked.Read(ref _unclaimed) };
    }

    /// <summary>Ends the reservation of <see cref="TryBeginStart"/>.</summary>
    public void EndStart() => loaded.EndReservation();

    /// <summary>Runs an instance that was just saved for the first time and whose lock the owner has kept. Does not throw.</summary>
    public async Task ContinueAsync(LocalStart start, StoredInstance saved)
    {
        try
        {
            // The execution context of the caller, such as its culture, must not flow to the instance.
            Task adding;
            using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
            {
                adding = Task.Run(() => AddAsync(start, saved));
            }

            await adding.ConfigureAwait(false);
        }
        catch (InstanceOwnerException)
        {
            // The owner, and with it the lock, was lost after the save. Another owner loads the instance.
        }
        catch (Exception exception)
        {
            logger.ReceiveFailed(start.InstanceId, exception);
        }
        finally
        {
            loaded.EndReservation();
        }
    }

    /// <summary>Loads runnable instances. While instances are found, several loads run concurrently, because each load waits for the store.</summary>
    private async Task LoadAsync(InstanceOwner owner, CancellationToken cancellationToken, CancellationToken stopping)
    {
        FairShare turns = new(configuration.Definitions.All.Count);
        using CancellationTokenSource ended = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        List<Task> others = [];
        _isLoading = true;
        try
        {
            while (true)
            {
                if (!await TryLoadAsync(owner, turns, cancellationToken, stopping).ConfigureAwait(false))
                {
                    await Store.WaitForRunnableAsync(owner, cancellationToken).OrAbandon(cancellationToken).ConfigureAwait(false);
                    continue;
                }

                // A failed load ends this loop too. It remains in the list until then.
                await (others.Find(other => other.IsFaulted) ?? Task.CompletedTask).ConfigureAwait(false);
                others.RemoveAll(other => other.IsCompletedSuccessfully);
                if (others.Count < LoadsAtOnce - 1)
                {
                    others.Add(LoadWhileFoundAsync(owner, turns, ended.Token, stopping));
                }
            }
        }
        finally
        {
            _isLoading = false;
            await ended.CancelAsync().ConfigureAwait(false);
            await Task.WhenAll(others).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task LoadWhileFoundAsync(InstanceOwner owner, FairShare turns, CancellationToken cancellationToken, CancellationToken stopping)
    {
        while (await TryLoadAsync(owner, turns, cancellationToken, stopping).ConfigureAwait(false))
        {
        }
    }

    /// <summary>Loads one instance. An instance that was found is loaded even if the session ends in the meantime, unless the host stops.</summary>
    /// <returns>False if nothing is runnable.</returns>
    private async Task<bool> TryLoadAsync(InstanceOwner owner, FairShare turns, CancellationToken cancellationToken, CancellationToken stopping)
    {
        await loaded.ReserveAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            (WorkflowApplicationInstance? found, bool hasMore) = await FindAsync(turns, cancellationToken).ConfigureAwait(false);
            if (found is null)
            {
                return hasMore;
            }

            if (configuration.Definitions.Find(found.DefinitionIdentity) is not { } definition)
            {
                await found.AbandonAsync(cancellationToken).ConfigureAwait(false);
                return true;
            }

            turns.Take(definition.Identity);
            LoadedInstance instance = await CreateAsync(definition, found).ConfigureAwait(false);
            loaded.Add(instance, loaded.NextNumber());
            _ = WatchAsync(instance);
            _ = BeginAsync(instance, found, owner, mayHaveMessages: true, stopping);
            return true;
        }
        finally
        {
            loaded.EndReservation();
        }
    }

    /// <summary>Finds a runnable instance of a definition that is not skipped in this round.</summary>
    /// <returns>The instance, or null if there is none; and true if another call may find an instance.</returns>
    private async Task<(WorkflowApplicationInstance? Found, bool HasMore)> FindAsync(FairShare turns, CancellationToken cancellationToken)
    {
        try
        {
            WorkflowApplicationInstance? found = await WorkflowApplicationInstance
                .TryGetRunnableAsync(Store, turns.Excluded, cancellationToken).ConfigureAwait(false);
            return (found, found is not null || turns.TryBegin());
        }
        catch (SnapshotException exception)
        {
            // The store has unlocked the damaged instance as failed, so the next call finds another one.
            logger.StateDamaged(exception);
            return (null, true);
        }
    }

    /// <summary>
    /// Creates the application of an instance. If functions of the application that add extensions fail, they fail for all instances. The instance is then
    /// released, and the host retries later.
    /// </summary>
    private async Task<LoadedInstance> CreateAsync(HostedDefinition definition, WorkflowApplicationInstance found)
    {
        try
        {
            RefusedMessages refused = new();
            (WorkflowApplication application, IDisposable scope) = factory.CreateForLoad(definition, found.InstanceId, refused);
            return new LoadedInstance(definition, found.InstanceId, application, scope, configuration, content, logger)
            { IsMemoryNeeded = () => loaded.IsFull, Refused = refused };
        }
        catch
        {
            await found.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    private async Task ReceiveAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        IReadOnlyList<Guid>? known = null;
        while (true)
        {
            IReadOnlyList<Guid> found = await Store.WaitForMessagesAsync(owner, known, cancellationToken).OrAbandon(cancellationToken).ConfigureAwait(false);
            foreach (Guid id in found)
            {
                Receive(owner, id, null, cancellationToken);
            }

            known = found;
        }
    }

    /// <summary>
    /// Receives the messages of one instance. A failure must not stop the other instances; it is retried as long as the instance is loaded here.
    /// </summary>
    private async Task ReceiveAsync(LoadedInstance instance, InstanceOwner owner, DirectMessage? direct, CancellationToken cancellationToken)
    {
        while (ReferenceEquals(loaded.Find(instance.Id), instance))
        {
            try
            {
                await instance.ReceiveAsync(owner, direct, cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                return;
            }
            catch (InstanceOwnerException)
            {
                // The owner, and with it the instance, was lost. The next owner reads the messages.
                return;
            }
            catch (Exception exception)
            {
                logger.ReceiveFailed(instance.Id, exception);
            }

            await LongTime.PauseAsync(configuration.Options.RecoveryPeriod, configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task AddAsync(LocalStart start, StoredInstance saved)
    {
        WorkflowApplicationInstance found = WorkflowApplicationInstance.OfLocked(Store, start.Owner, saved);
        LoadedInstance instance = await CreateAsync(start.Definition, found).ConfigureAwait(false);
        loaded.Add(instance, start.Number);

        // A message that arrived before the instance was added is only in the store.
        bool mayHaveMessages = Interlocked.Read(ref _unclaimed) != start.Unclaimed;
        _ = WatchAsync(instance);
        _ = BeginAsync(instance, found, start.Owner, mayHaveMessages, start.Stopping);
    }

    private async Task BeginAsync(
        LoadedInstance instance, WorkflowApplicationInstance found, InstanceOwner owner, bool mayHaveMessages, CancellationToken cancellationToken)
    {
        try
        {
            await instance.BeginAsync(found, owner, mayHaveMessages, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            instance.Application.Abort("The host stopped before the instance was loaded.");
        }
        catch (Exception exception)
        {
            instance.Application.Abort($"The instance could not be loaded: {exception.Message}");
            if (IsOfInstance(exception))
            {
                logger.LoadFailed(instance.Id, instance.Definition.Name, exception);
                HostMeter.Failures.Add(1, HostMeter.Tag(instance.Definition));
                await TrySuspendAsync(owner, instance.Id, exception, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>True if the next load would fail for the same reason, because the store is not the cause.</summary>
    private static bool IsOfInstance(Exception exception) =>
        exception is SnapshotException or not (InstancePersistenceException or WorkflowApplicationException);

    /// <summary>
    /// Suspends an instance that cannot be loaded. If that fails, the abort counts as a failure of the instance, and the load is retried later.
    /// </summary>
    private async Task TrySuspendAsync(InstanceOwner owner, Guid instanceId, Exception reason, CancellationToken cancellationToken)
    {
        try
        {
            for (int attempt = 1; ; attempt++)
            {
                try
                {
                    StoredInstance stored = await Store.LoadAsync(owner, instanceId, cancellationToken).ConfigureAwait(false);
                    string text = $"The instance cannot be loaded: {reason.Message}";
                    await Store
                        .SuspendAsync(owner, instanceId, stored.LockVersion, text[..Math.Min(text.Length, 2000)], cancellationToken).ConfigureAwait(false);
                    return;
                }
                catch (InstanceLockedException) when (attempt < LockAttempts)
                {
                    // The lock of the failed load is still being released.
                    await Task.Delay(TimeSpan.FromMilliseconds(100), configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
                }
            }
        }
        catch (Exception exception)
        {
            logger.ReceiveFailed(instanceId, exception);
        }
    }

    /// <summary>Waits for the end of the instance in this process, and removes the instance.</summary>
    private async Task WatchAsync(LoadedInstance instance)
    {
        try
        {
            // The task fails when the instance is unloaded or aborted, and continues here or in another process. That is the normal case, so nothing is thrown.
            Task<WorkflowCompletion> end = instance.Application.Completion;
            await ((Task)end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (end.IsCompletedSuccessfully)
            {
                completions.Complete(instance.Id, await end.ConfigureAwait(false));
            }
        }
        finally
        {
            instance.Dispose();
            loaded.Remove(instance);
        }
    }
}
