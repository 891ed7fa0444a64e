using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The work of the host with one owner: it loads runnable instances and passes messages on, until the owner is lost, the store fails or the host stops.</summary>
internal sealed class HostSession(HostConfiguration configuration, InstanceFactory factory, LoadedInstances loaded, Completions completions, MessageContent content, ILogger logger)
{
    /// <summary>How often the lock of an instance is tried that this process is just releasing.</summary>
    private const int LockAttempts = 5;

    private readonly ConcurrentQueue<Guid> _interrupted = new();

    /// <summary>The instances that were being loaded when the host stopped.</summary>
    public IReadOnlyCollection<Guid> Interrupted => [.. _interrupted];

    private InstanceStore Store => configuration.Store;

    /// <summary>Works until one of the loops fails, and ends with its exception.</summary>
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

    /// <summary>Gets the messages of an instance at once, if it is loaded here.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="direct">A message that need not be read if it is the next one; null for none.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public void Receive(InstanceOwner owner, Guid instanceId, DirectMessage? direct, CancellationToken cancellationToken)
    {
        if (loaded.Find(instanceId) is { } instance)
        {
            _ = ReceiveAsync(instance, owner, direct, cancellationToken);
        }
    }

    /// <summary>Loads what is runnable. What has been found is loaded even if the session ends meanwhile, unless the host stops.</summary>
    private async Task LoadAsync(InstanceOwner owner, CancellationToken cancellationToken, CancellationToken stopping)
    {
        DefinitionTurns turns = new(configuration.Definitions.All.Count);
        while (true)
        {
            await loaded.WaitForRoomAsync(cancellationToken).ConfigureAwait(false);
            if (await FindAsync(owner, turns, cancellationToken).ConfigureAwait(false) is not { } found)
            {
                continue;
            }

            if (configuration.Definitions.Find(found.DefinitionIdentity) is not { } definition)
            {
                await found.AbandonAsync(cancellationToken).ConfigureAwait(false);
                continue;
            }

            turns.Take(definition.Identity);
            LoadedInstance instance = await CreateAsync(definition, found).ConfigureAwait(false);
            loaded.Add(instance);
            _ = WatchAsync(instance);
            _ = BeginAsync(instance, found, owner, stopping);
        }
    }

    /// <summary>Finds something runnable of the definitions that have the turn. If there is nothing at all, it waits.</summary>
    /// <returns>The instance; null: it is to be called again.</returns>
    private async Task<WorkflowApplicationInstance?> FindAsync(InstanceOwner owner, DefinitionTurns turns, CancellationToken cancellationToken)
    {
        try
        {
            return await WorkflowApplication.GetRunnableInstanceAsync(Store, turns.Passed, cancellationToken).ConfigureAwait(false);
        }
        catch (InstanceNotReadyException) when (turns.TryBegin())
        {
            return null;
        }
        catch (InstanceNotReadyException)
        {
            await Store.WaitForRunnableAsync(owner, cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (SnapshotException exception)
        {
            // The store has unlocked the damaged instance as failed, so the next look finds another one.
            logger.StateDamaged(exception);
            return null;
        }
    }

    /// <summary>Functions of the application that add extensions may fail, for all instances. Then the instance is given back, and the host tries again later.</summary>
    private async Task<LoadedInstance> CreateAsync(HostedDefinition definition, WorkflowApplicationInstance found)
    {
        try
        {
            RefusedMessages refused = new();
            (WorkflowApplication application, IDisposable scope) = factory.CreateForLoad(definition, found.InstanceId, refused);
            return new LoadedInstance(definition, found.InstanceId, application, scope, configuration, content, logger) { IsMemoryNeeded = () => loaded.IsFull, Refused = refused };
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
            IReadOnlyList<Guid> found = await Store.WaitForMessagesAsync(owner, known, cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
            foreach (Guid id in found)
            {
                Receive(owner, id, null, cancellationToken);
            }

            known = found;
        }
    }

    /// <summary>A failure with one instance must not stop the others. It is tried again as long as the instance is here.</summary>
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
            catch (Exception exception)
            {
                logger.ReceiveFailed(instance.Id, exception);
            }

            await Task.Delay(configuration.Options.RecoveryPeriod, configuration.Instances.Clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task BeginAsync(LoadedInstance instance, WorkflowApplicationInstance found, InstanceOwner owner, CancellationToken cancellationToken)
    {
        try
        {
            await instance.BeginAsync(found, owner, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            instance.Application.Abort("The host stopped before the instance was loaded.");
            _interrupted.Enqueue(instance.Id);
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

    /// <summary>Whether the next load would fail for the same reason: it is not the store that failed.</summary>
    private static bool IsOfInstance(Exception exception) => exception is SnapshotException or not (InstancePersistenceException or WorkflowApplicationException);

    /// <summary>Suspends an instance that cannot be loaded. If that fails, the instance counts as failed, and is tried again later.</summary>
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
                    await Store.SuspendAsync(owner, instanceId, stored.LockVersion, text[..Math.Min(text.Length, 2000)], cancellationToken).ConfigureAwait(false);
                    return;
                }
                catch (InstanceLockedException) when (attempt < LockAttempts)
                {
                    // The failed load is still being released.
                    await Task.Delay(TimeSpan.FromMilliseconds(100), configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
                }
            }
        }
        catch (Exception exception)
        {
            logger.ReceiveFailed(instanceId, exception);
        }
    }

    /// <summary>Waits for the end of the instance in this process.</summary>
    private async Task WatchAsync(LoadedInstance instance)
    {
        try
        {
            WorkflowCompletion completion = await instance.Application.Completion.ConfigureAwait(false);
            completions.Complete(instance.Id, completion);
        }
        catch (WorkflowApplicationException)
        {
            // It was unloaded or aborted, and continues here or in another process.
        }
        finally
        {
            instance.Dispose();
            loaded.Remove(instance);
        }
    }
}
