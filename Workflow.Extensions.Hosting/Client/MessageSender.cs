using System.Transactions;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Stores messages for instances, and tells the host of this process.</summary>
internal sealed class MessageSender(MessageContent content, PayloadCheck payloads, WorkflowHost host)
{
    public async Task<WorkflowReceipt> SendAsync(
        InstanceStore store, WorkflowReference target, MessageKind kind, string? bookmark, object? value, WorkflowSendOptions options, CancellationToken cancellationToken)
    {
        // In a transaction, the message is not there yet, and may never be.
        long? lastLoaded = Transaction.Current is null ? host.LastLoaded(store) : null;
        ReadOnlyMemory<byte> written = content.Write(value);
        InstanceMessage message = new()
        {
            InstanceId = target.Key is null ? target.InstanceId : null,
            Key = target.Key is null ? null : RequestIds.OfKey(target.Key),
            RequestId = options.DedupeId is null ? null : RequestIds.OfMessage(target, kind.ToString(), bookmark, options.DedupeId),
            Kind = kind,
            BookmarkName = bookmark,
            Content = written,
            ExpiresIn = options.ExpiresIn,
            WakesHosts = lastLoaded is null,
        };
        if (kind == MessageKind.Resume)
        {
            await payloads.CheckAsync(store, target, bookmark!, value, cancellationToken).ConfigureAwait(false);
        }

        try
        {
            MessageReceipt receipt = await store.SendAsync(message, cancellationToken).ConfigureAwait(false);
            host.NotifyMessage(receipt, lastLoaded is null ? null : message, lastLoaded ?? 0);
            return new WorkflowReceipt(receipt.InstanceId, receipt.Sequence, receipt.IsRepeated);
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
}

/// <summary>How a message is sent.</summary>
internal readonly record struct WorkflowSendOptions(string? DedupeId, TimeSpan? ExpiresIn);
