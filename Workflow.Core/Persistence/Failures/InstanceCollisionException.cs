namespace Workflow.Persistence;

/// <summary>The first save of an instance failed because the instance already exists in the store.</summary>
public class InstanceCollisionException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceCollisionException()
        : base("The instance exists already.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceCollisionException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceCollisionException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceCollisionException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }
}
