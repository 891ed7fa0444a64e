namespace Workflow.Persistence;

/// <summary>A save failed because a key that it adds already belongs to another instance.</summary>
public class InstanceKeyCollisionException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceKeyCollisionException()
        : base("A key already belongs to another instance.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceKeyCollisionException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceKeyCollisionException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceKeyCollisionException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance whose save failed.</param>
    /// <param name="key">The key.</param>
    /// <param name="conflictingInstanceId">The instance that has the key.</param>
    public InstanceKeyCollisionException(string? message, Guid instanceId, Guid key, Guid conflictingInstanceId)
        : base(message, instanceId)
    {
        Key = key;
        ConflictingInstanceId = conflictingInstanceId;
    }

    /// <summary>The key; empty if it is not known.</summary>
    public Guid Key { get; }

    /// <summary>The instance that has the key; empty if it is not known.</summary>
    public Guid ConflictingInstanceId { get; }
}
