namespace Workflow.Persistence;

/// <summary>The lock that a save or unlock needs is no longer held. The instance in memory is out of date: discard it.</summary>
public class InstanceLockLostException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceLockLostException()
        : base("The lock of the instance was lost; load it again.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceLockLostException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceLockLostException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceLockLostException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceLockLostException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
