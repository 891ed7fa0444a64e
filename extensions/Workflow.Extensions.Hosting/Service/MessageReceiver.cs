using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Passes messages to the instances in memory: those that the store reports, and those that a client of this process has stored. Thread-safe.
/// </summary>
internal sealed class MessageReceiver(HostConfiguration configuration, LoadedInstances loaded, ILogger logger)
{
    private long _missedCount;

    /// <summary>The number of messages of this process whose instances were not in memory.</summary>
    public long MissedCount => Interlocked.Read(ref _missedCount);

    /// <summary>Waits for messages in the store, until the token is canceled or the store fails.</summary>
    public async Task RunAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        IReadOnlyList<Guid>? known = null;
        while (true)
        {
            IReadOnlyList<Guid> found = await configuration.Store
                .WaitForMessagesAsync(owner, known, cancellationToken).OrAbandon(cancellationToken).ConfigureAwait(false);
            foreach (Guid id in found)
            {
                if (FindOrMiss(id) is { } instance)
                {
                    _ = ReceiveAsync(instance, owner, null, cancellationToken);
                }
            }

            // Messages that an instance does not take yet stay in the store. The next wait must not return at once because of them.
            known = found;
        }
    }

    /// <summary>Passes a message that this process has stored, if the instance is in memory.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="receipt">The receipt of the message.</param>
    /// <param name="message">The message, to take it from memory if it is the next one; null to read it from the store.</param>
    /// <param name="lastLoaded">The load number of the instance that was loaded last before the message was stored.</param>
    public void Receive(InstanceOwner owner, MessageReceipt receipt, InstanceMessage? message, long lastLoaded)
    {
        if (FindOrMiss(receipt.InstanceId) is { } instance)
        {
            // If the instance was loaded after the call that stored the message began, the loaded state may already contain the effect of the message. The
            // store then no longer has the message.
            bool isOld = message is null || lastLoaded < instance.Number;
            DirectMessage? direct = isOld ? null : DirectMessage.Of(message!, receipt, configuration.Store.TimeProvider);
            _ = ReceiveAsync(instance, owner, direct, CancellationToken.None);
        }
    }

    /// <summary>Finds an instance in memory; null if it is not there, which is counted.</summary>
    private LoadedInstance? FindOrMiss(Guid instanceId)
    {
        if (loaded.Find(instanceId) is { } instance)
        {
            return instance;
        }

        // The instance may be added concurrently. The order closes the gap: this thread counts and then looks again, and the thread that adds the instance adds
        // it and then compares the count. So either this lookup finds the instance, or that thread reads the message from the store.
        Interlocked.Increment(ref _missedCount);
        return loaded.Find(instanceId);
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

            await LongTime.PauseAsync(configuration.Options.RecoveryDelay, configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
        }
    }
}
