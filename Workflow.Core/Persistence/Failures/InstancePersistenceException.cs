namespace Workflow.Persistence;

/// <summary>An instance could not be saved or loaded, or a store could not be used. The base class of all store failures.</summary>
public class InstancePersistenceException : Exception
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstancePersistenceException()
        : base("An instance could not be saved or loaded.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstancePersistenceException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstancePersistenceException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstancePersistenceException(string? message, Guid instanceId)
        : this(message, instanceId, null)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstancePersistenceException(string? message, Guid instanceId, Exception? innerException)
        : base(message, innerException) => InstanceId = instanceId;

    /// <summary>The instance; empty if there is none or if it is not known.</summary>
    public Guid InstanceId { get; }
}
