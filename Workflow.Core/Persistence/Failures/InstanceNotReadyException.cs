namespace Workflow.Persistence;

/// <summary>The instance is not saved in the store, or no instance is runnable.</summary>
public class InstanceNotReadyException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceNotReadyException()
        : base("There is no such instance.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceNotReadyException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceNotReadyException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceNotReadyException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }
}
