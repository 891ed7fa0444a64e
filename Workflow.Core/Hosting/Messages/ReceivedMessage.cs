using Workflow.Persistence;

namespace Workflow;

/// <summary>A message of a store that a host delivers to its instance, <see cref="WorkflowApplication.ReceiveMessages"/>. Immutable.</summary>
public sealed class ReceivedMessage
{
    /// <summary>Initializes a message.</summary>
    /// <param name="message">The message, from <see cref="InstanceStore.ReceiveAsync"/>.</param>
    /// <param name="value">The content of the message as the host has read it: the value for the callback of the bookmark, or the reason of <see cref="MessageKind.Terminate"/> and <see cref="MessageKind.Suspend"/>. May be null.</param>
    /// <exception cref="ArgumentNullException">The message is null.</exception>
    public ReceivedMessage(StoredMessage message, object? value)
    {
        ArgumentNullException.ThrowIfNull(message);
        Message = message;
        Value = value;
    }

    /// <summary>The message.</summary>
    public StoredMessage Message { get; }

    /// <summary>The value of its content.</summary>
    public object? Value { get; }

    /// <summary>
    /// Called when the bookmark exists and expects a value of another type; null, the default, for nothing. The message has no effect, and the next save removes it (rule 16.10). The call comes from the
    /// thread that runs the instance, before that save, and again after a crash before it; an exception aborts the instance.
    /// </summary>
    public Action<BookmarkValueException>? OnRefused { get; init; }
}
