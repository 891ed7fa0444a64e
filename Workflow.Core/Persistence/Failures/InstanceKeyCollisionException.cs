namespace Workflow.Persistence;

/// <summary>A key that a save adds stands for another instance already.</summary>
public class InstanceKeyCollisionException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceKeyCollisionException()
        : base("A key already belongs to another instance.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public InstanceKeyCollisionException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public InstanceKeyCollisionException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceKeyCollisionException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance that was to be saved.</param>
    /// <param name="key">The key.</param>
    /// <param name="conflictingInstanceId">The instance that the key stands for.</param>
    public InstanceKeyCollisionException(string? message, Guid instanceId, Guid key, Guid conflictingInstanceId)
        : base(message, instanceId)
    {
        Key = key;
        ConflictingInstanceId = conflictingInstanceId;
    }

    /// <summary>The key; empty when it is not known.</summary>
    public Guid Key { get; }

    /// <summary>The instance that the key stands for; empty when it is not known.</summary>
    public Guid ConflictingInstanceId { get; }
}
