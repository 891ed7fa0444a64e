namespace Workflow.Persistence;

/// <summary>There is no such saved instance, or none that is runnable.</summary>
public class InstanceNotReadyException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceNotReadyException()
        : base("There is no such instance.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public InstanceNotReadyException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public InstanceNotReadyException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceNotReadyException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }
}
