using Workflow.Persistence;

namespace Workflow;

/// <summary>A message of a store that a host delivers to its instance, <see cref="WorkflowApplication.ReceiveMessages"/>. Immutable.</summary>
public sealed class ReceivedMessage
{
    private readonly Func<CancellationToken, Task<ReceivedMessage?>>? _read;

    /// <summary>Initializes a message.</summary>
    /// <param name="message">The message, from <see cref="InstanceStore.ReceiveAsync(InstanceOwner, Guid, long, int, ContentLimit, CancellationToken)"/>.</param>
    /// <param name="value">The content of the message as the host has read it: the value for the callback of the bookmark, or the reason of <see cref="MessageKind.Terminate"/> and <see cref="MessageKind.Suspend"/>. May be null.</param>
    /// <exception cref="ArgumentNullException">The message is null.</exception>
    public ReceivedMessage(StoredMessage message, object? value)
    {
        ArgumentNullException.ThrowIfNull(message);
        Message = message;
        Value = value;
    }

    private ReceivedMessage(StoredMessage message, Func<CancellationToken, Task<ReceivedMessage?>> read)
        : this(message, (object?)null) => _read = read;

    /// <summary>The message.</summary>
    public StoredMessage Message { get; }

    /// <summary>The value of its content.</summary>
    public object? Value { get; }

    /// <summary>
    /// Called when the bookmark exists and expects a value of another type; null, the default, for nothing. The message has no effect, and the next save removes it (rule 16.10). The call comes from the
    /// thread that runs the instance, before that save, and again after a crash before it; an exception aborts the instance.
    /// </summary>
    public Action<BookmarkValueException>? OnRefused { get; init; }

    /// <summary>
    /// Called when the instance does not hold the message any more, because it was delivered, has expired or was brought before; null, the default, for nothing. The call comes from the thread that runs the
    /// instance. It does not come for messages that still wait when the instance ends or leaves.
    /// </summary>
    public Action? OnTaken { get; init; }

    /// <summary>The span of the sender, for a message that was read when it was delivered; default for none.</summary>
    public System.Diagnostics.ActivityContext Sender { get; init; }

    /// <summary>Creates a message whose content is read when it is delivered, so that a message that waits needs no memory for it.</summary>
    /// <param name="message">The message, without its content.</param>
    /// <param name="read">
    /// Reads the message with its content, and returns one that has its value. Null says that the message does not wait any more, and one that <see cref="ReadLater"/> has created that it cannot be read now:
    /// it is tried again when other messages are brought. The function may be called several times. The instance stands still meanwhile. The token is signalled when the instance is aborted, and an exception
    /// aborts the instance.
    /// </param>
    /// <param name="onRefused">See <see cref="OnRefused"/>.</param>
    /// <param name="onTaken">See <see cref="OnTaken"/>.</param>
    /// <returns>The message.</returns>
    /// <exception cref="ArgumentNullException">The message or the function is null.</exception>
    public static ReceivedMessage ReadLater(
        StoredMessage message, Func<CancellationToken, Task<ReceivedMessage?>> read, Action<BookmarkValueException>? onRefused = null, Action? onTaken = null)
    {
        ArgumentNullException.ThrowIfNull(read);
        return new ReceivedMessage(message, read) { OnRefused = onRefused, OnTaken = onTaken };
    }

    /// <summary>Whether the value is here.</summary>
    internal bool HasValue => _read is null;

    internal Task<ReceivedMessage?> ReadAsync(CancellationToken cancellationToken) => _read!(cancellationToken);
}
