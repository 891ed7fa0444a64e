using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Stores messages for instances, and tells the host of this process.</summary>
internal sealed class MessageSender(HostConfiguration configuration, MessageContent content, PayloadCheck payloads, WorkflowHost host)
{
    public async Task<WorkflowReceipt> SendAsync(
        InstanceStore store, WorkflowReference target, MessageKind kind, string? bookmark, object? value, WorkflowSendOptions options, CancellationToken cancellationToken)
    {
        ChosenId.Check(options.DedupeId, "dedupe id");

        // In a transaction of the application, the message is not there yet, and may never be.
        long? lastLoaded = host.LastLoaded(store);
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

            host.NotifyMessage(receipt, lastLoaded is null ? null : message, lastLoaded ?? 0);
            return new WorkflowReceipt(receipt.InstanceId, receipt.Sequence, receipt.IsRepeated);
        }
        catch (ArgumentException exception)
        {
            // The message is valid, so that it is its content that the store does not take.
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

    private static InstanceMessage MessageOf(WorkflowReference target, MessageKind kind, string? bookmark, ReadOnlyMemory<byte> written, WorkflowSendOptions options, bool wakesHosts) => new()
    {
        InstanceId = target.Key is null ? target.InstanceId : null,
        Key = target.Key is null ? null : RequestIds.OfKey(target.Key),
        RequestId = options.DedupeId is null ? null : RequestIds.OfMessage(target, kind.ToString(), bookmark, options.DedupeId),
        Kind = kind,
        BookmarkName = bookmark,
        Content = written,
        ExpiresIn = options.ExpiresIn,
        WakesHosts = wakesHosts,
    };

    /// <summary>
    /// The instance that has a key now, if a request with this key was carried out for an earlier one that had it; null otherwise. For the present one it is another request. In a transaction of the
    /// application that is not known.
    /// </summary>
    private async Task<Guid?> NewHolderAsync(InstanceStore store, WorkflowReference target, Guid earlier, CancellationToken cancellationToken) =>
        target.Key is not null
        && ReferenceEquals(store, configuration.Store)
        && await CompletionWait.FindAsync(store, target, cancellationToken).ConfigureAwait(false) is { } present
        && present.InstanceId != earlier
            ? present.InstanceId
            : null;
}

/// <summary>How a message is sent.</summary>
internal readonly record struct WorkflowSendOptions(string? DedupeId, TimeSpan? ExpiresIn);
