namespace Workflow.Persistence;

/// <summary>
/// A message was rejected, because the number or the total size of the messages that wait for the instance has reached the limit of the store. The store
/// has changed nothing.
/// </summary>
public class InstanceInboxFullException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceInboxFullException()
        : base("Too many messages wait for the instance.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceInboxFullException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceInboxFullException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceInboxFullException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }
}
