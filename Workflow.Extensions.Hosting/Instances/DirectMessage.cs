using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>A message that this process has just stored, so that it need not be read.</summary>
/// <param name="Message">The message.</param>
/// <param name="Previous">The number of the last message before it that waits for the instance.</param>
/// <param name="LastLoaded">The number of the instance that was loaded last before the call to store the message began.</param>
internal sealed record DirectMessage(StoredMessage Message, long Previous, long LastLoaded)
{
    /// <summary>The message for an instance that has no room for its content, which is read from the store later.</summary>
    public StoredMessage WithoutContent() => new()
    {
        InstanceId = Message.InstanceId,
        Sequence = Message.Sequence,
        Kind = Message.Kind,
        BookmarkName = Message.BookmarkName,
        ContentSize = Message.Content.Length,
        Received = Message.Received,
    };

    /// <summary>
    /// The message; null if the store has to be asked: it does not say what came before, the request was carried out by an earlier call, or the time at which the message expires is the store's to say.
    /// </summary>
    public static DirectMessage? Of(InstanceMessage message, MessageReceipt receipt, long lastLoaded, TimeProvider clock) =>
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
                    Received = clock.GetUtcNow(),
                },
                previous,
                lastLoaded);
}
