using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Creates the objects of locked instances, runs the instances, and removes them when they leave this process. Thread-safe.</summary>
internal sealed class LoadedInstanceRunner(
    HostConfiguration configuration,
    InstanceApplications applications,
    LoadedInstances loaded,
    Completions completions,
    MessageContent content,
    ILogger logger)
{
    /// <summary>The number of attempts to lock an instance whose lock this process is still releasing.</summary>
    private const int LockAttempts = 5;

    /// <summary>The maximum length of the reason of a suspension.</summary>
    private const int MaxReasonLength = 2000;

    private InstanceStore Store => configuration.Store;

    /// <summary>
    /// Creates the object of an instance. If functions of the application that add extensions fail, they fail for all instances. The instance is then released,
    /// and the host retries later.
    /// </summary>
    public async Task<LoadedInstance> CreateAsync(HostedDefinition definition, WorkflowApplicationInstance found)
    {
        try
        {
            RefusedMessages refused = new();
            (WorkflowApplication application, IDisposable scope) = applications.Create(definition, found.InstanceId, refused);
            return new LoadedInstance(definition, found.InstanceId, application, scope, configuration, content, logger)
            { IsMemoryNeeded = () => loaded.IsFull, Refused = refused };
        }
        catch
        {
            await found.AbandonAsync(CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Loads and runs an instance that was added to the loaded instances. Does not wait for the load.</summary>
    /// <param name="instance">The instance.</param>
    /// <param name="found">The lock and the saved state of the instance.</param>
    /// <param name="owner">The owner of this process.</param>
    /// <param name="mayHaveMessages">True if messages may wait for the instance in the store.</param>
    /// <param name="stopping">Canceled when the host stops.</param>
    public void Begin(LoadedInstance instance, WorkflowApplicationInstance found, InstanceOwner owner, bool mayHaveMessages, CancellationToken stopping)
    {
        _ = WatchAsync(instance);
        _ = BeginAsync(instance, found, owner, mayHaveMessages, stopping);
    }

    private async Task BeginAsync(
        LoadedInstance instance, WorkflowApplicationInstance found, InstanceOwner owner, bool mayHaveMessages, CancellationToken stopping)
    {
        try
        {
            await instance.BeginAsync(found, owner, mayHaveMessages, stopping).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            instance.Application.Abort("The host stopped before the instance was loaded.");
        }
        catch (Exception exception)
        {
            // The abort comes before the suspension, because it releases the lock that the suspension has to take.
            instance.Application.Abort($"The instance could not be loaded: {exception.Message}");
            if (IsOfInstance(exception))
            {
                logger.LoadFailed(instance.Id, instance.Definition.Name, exception);
                HostMeter.Failures.Add(1, HostMeter.Tag(instance.Definition));
                await TrySuspendAsync(owner, instance.Id, exception, stopping).ConfigureAwait(false);
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
                    StoredInstance stored = await Store.LoadAsync(owner, InstanceLoad.ById(instanceId), cancellationToken).ConfigureAwait(false);
                    string text = $"The instance cannot be loaded: {reason.Message}";
                    await Store
                        .UnlockAsync(
                            owner,
                            InstanceUnlock.Suspension(instanceId, stored.LockVersion, text[..Math.Min(text.Length, MaxReasonLength)]),
                            cancellationToken).ConfigureAwait(false);
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
                // Before the removal below: a client that finds the instance neither in memory nor in the store looks for its result here.
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
