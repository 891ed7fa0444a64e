namespace Workflow.Persistence;

/// <summary>A message of a store that a host passes to its instance with <see cref="WorkflowApplication.ReceiveMessages"/>. Immutable.</summary>
public sealed class ReceivedMessage
{
    private readonly Func<CancellationToken, Task<ReceivedMessage?>>? _read;

    /// <summary>Initializes a message.</summary>
    /// <param name="message">The message, from <see cref="InstanceStore.ReceiveAsync"/>.</param>
    /// <param name="value">
    /// The content of the message, as the host has read it: the value for the callback of the bookmark, or the reason of a message of kind
    /// <see cref="MessageKind.Terminate"/> or <see cref="MessageKind.Suspend"/>. May be null.
    /// </param>
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
    /// A callback for a message whose bookmark exists and expects a value of another type; null, the default, for none. The message has no effect, and the
    /// next save removes it (rule 16.10). The callback runs before that save, on the thread that runs the instance, and again if the process ends before
    /// that save. An exception aborts the instance.
    /// </summary>
    public Action<BookmarkValueException>? OnRefused { get; init; }

    /// <summary>
    /// A callback for a message that the instance no longer holds, because it was delivered, has expired, or was passed before; null, the default, for none.
    /// The callback runs on the thread that runs the instance. It is not called for messages that still wait when the instance ends or is unloaded.
    /// </summary>
    public Action? OnTaken { get; init; }

    /// <summary>The span of the sender, for a message that is read when it is delivered; default for none.</summary>
    public System.Diagnostics.ActivityContext Sender { get; init; }

    /// <summary>
    /// Creates a message whose content is read when the message is delivered, so that a waiting message does not hold its content in memory.
    /// </summary>
    /// <param name="message">The message, without its content.</param>
    /// <param name="read">
    /// The function that reads the message with its content and returns a message that has its value. Null means that the message no longer waits. A message
    /// from <see cref="ReadLater"/> means that the content cannot be read now; the instance tries again when other messages are passed. The function may be
    /// called several times. The instance does not continue meanwhile. The token is signalled when the instance is aborted, and an exception aborts the
    /// instance.
    /// </param>
    /// <param name="onRefused">The value of <see cref="OnRefused"/>.</param>
    /// <param name="onTaken">The value of <see cref="OnTaken"/>.</param>
    /// <returns>The message.</returns>
    /// <exception cref="ArgumentNullException">The message or the function is null.</exception>
    public static ReceivedMessage ReadLater(
        StoredMessage message, Func<CancellationToken, Task<ReceivedMessage?>> read, Action<BookmarkValueException>? onRefused = null, Action? onTaken = null)
    {
        ArgumentNullException.ThrowIfNull(read);
        return new ReceivedMessage(message, read) { OnRefused = onRefused, OnTaken = onTaken };
    }

    /// <summary>True if the message has its value.</summary>
    internal bool HasValue => _read is null;

    internal Task<ReceivedMessage?> ReadAsync(CancellationToken cancellationToken) => _read!(cancellationToken);
}
