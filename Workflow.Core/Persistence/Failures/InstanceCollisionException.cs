namespace Workflow.Persistence;

/// <summary>A first save found that the instance exists already.</summary>
public class InstanceCollisionException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceCollisionException()
        : base("The instance exists already.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public InstanceCollisionException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public InstanceCollisionException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceCollisionException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }
}
