using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Stores messages for instances, and passes them to the host of this process. Thread-safe.</summary>
/// <param name="configuration">The store of the host.</param>
/// <param name="content">Writes values.</param>
/// <param name="payloads">Checks values.</param>
/// <param name="local">The host of this process; null if there is none.</param>
internal sealed class MessageSender(HostConfiguration configuration, MessageContent content, PayloadCheck payloads, LocalDelivery? local)
{
    public async Task<WorkflowReceipt> SendAsync(
        InstanceStore store,
        WorkflowReference target,
        MessageKind kind,
        string? bookmark,
        object? value,
        SendOptions options,
        CancellationToken cancellationToken)
    {
        ChosenId.Check(options.RequestId, "request id");

        // Read before the message is stored: an instance that is loaded later may already contain its effect. Null if the store is in a transaction of the
        // application: the message is not committed yet and may be rolled back, so the host cannot take it from memory.
        long? lastLoaded = local?.LastLoaded(store);
        InstanceMessage message = MessageOf(target, kind, bookmark, content.Write(value), options, lastLoaded is null);
        InstanceMessage.Validate(message);
        if (kind == MessageKind.Resume)
        {
            await payloads.CheckAsync(store, target, bookmark!, value, cancellationToken).ConfigureAwait(false);
        }

        try
        {
            MessageReceipt receipt = await store.SendAsync(message, cancellationToken).ConfigureAwait(false);
            if (receipt.IsRepeated && await NewHolderAsync(store, target, receipt.InstanceId, cancellationToken).ConfigureAwait(false) is { } holder)
            {
                message = MessageOf(holder, kind, bookmark, message.Content, options, lastLoaded is null);
                receipt = await store.SendAsync(message, cancellationToken).ConfigureAwait(false);
            }

            local?.OnStored(receipt, lastLoaded is null ? null : message, lastLoaded ?? 0);
            return new WorkflowReceipt { InstanceId = receipt.InstanceId, Sequence = receipt.Sequence, IsRepeated = receipt.IsRepeated };
        }
        catch (ArgumentException exception)
        {
            // The message itself was validated above, so the store rejects its content.
            throw new WorkflowPayloadException(value?.GetType(), $"The value cannot be sent to the instance with the {target}: {exception.Message}", exception);
        }
        catch (InstanceInboxFullException exception)
        {
            throw new WorkflowInboxFullException(target, exception);
        }
        catch (InstanceCompleteException exception)
        {
            throw new WorkflowInstanceEndedException(target, exception);
        }
        catch (Exception exception) when (exception is InstanceNotReadyException or InstanceKeyNotReadyException)
        {
            throw new WorkflowInstanceNotFoundException(target, exception);
        }
    }

    private static InstanceMessage MessageOf(
        WorkflowReference target, MessageKind kind, string? bookmark, ReadOnlyMemory<byte> written, SendOptions options, bool wakesHosts) => new()
        {
            InstanceId = target.Key is null ? target.InstanceId : null,
            Key = target.Key is null ? null : RequestIds.OfKey(target.Key),
            RequestId = options.RequestId is null ? null : RequestIds.OfMessage(target, kind.ToString(), bookmark, options.RequestId),
            Kind = kind,
            BookmarkName = bookmark,
            Content = written,
            ExpiresIn = options.ExpiresIn,
            WakesHosts = wakesHosts,
        };

    /// <summary>
    /// Returns the instance that currently has the key if the repeated request was carried out for another instance that had the key earlier; otherwise null.
    /// For the current instance, the message is a new request. Returns null in a transaction of the application, where the store cannot be queried.
    /// </summary>
    private async Task<Guid?> NewHolderAsync(InstanceStore store, WorkflowReference target, Guid earlier, CancellationToken cancellationToken) =>
        target.Key is not null
        && ReferenceEquals(store, configuration.Store)
        && await InstanceQueries.FindAsync(store, target, cancellationToken).ConfigureAwait(false) is { } present
        && present.InstanceId != earlier
            ? present.InstanceId
            : null;
}

/// <summary>The options of a message.</summary>
internal readonly record struct SendOptions(string? RequestId, TimeSpan? ExpiresIn);
