namespace Workflow.Persistence;

/// <summary>The instance has completed and cannot be loaded.</summary>
public class InstanceCompleteException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceCompleteException()
        : base("The instance has completed and cannot be loaded.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceCompleteException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceCompleteException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceCompleteException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }
}
