using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>A message that this process has just stored and can deliver without reading it from the store.</summary>
/// <param name="Message">The message, as the store would return it.</param>
/// <param name="Previous">The number of the last earlier message that waits for the instance; 0 if there is none.</param>
internal readonly record struct DirectMessage(StoredMessage Message, long Previous)
{
    /// <summary>Returns the message without its content, for an instance whose content limit is reached. The content is read from the store later.</summary>
    public StoredMessage WithoutContent() => new()
    {
        InstanceId = Message.InstanceId,
        Sequence = Message.Sequence,
        Kind = Message.Kind,
        BookmarkName = Message.BookmarkName,
        ContentSize = Message.Content.Length,
        ReceivedAt = Message.ReceivedAt,
    };

    /// <summary>
    /// Creates a direct message; null if the message must be read from the store: the store does not provide the previous message number, an earlier call
    /// carried out the request, or the message has an expiration, which the store determines.
    /// </summary>
    public static DirectMessage? Of(InstanceMessage message, MessageReceipt receipt, TimeProvider clock) =>
        receipt is not { IsRepeated: false, PreviousSequence: { } previous } || message.ExpiresIn is not null
            ? null
            : new DirectMessage(
                new StoredMessage
                {
                    InstanceId = receipt.InstanceId,
                    Sequence = receipt.Sequence,
                    Kind = message.Kind,
                    BookmarkName = message.BookmarkName,
                    Content = message.Content,
                    ReceivedAt = clock.GetUtcNow(),
                },
                previous);
}
