namespace Workflow.Persistence;

/// <summary>The instance is locked. It can be loaded when its owner has unlocked it or was deleted, or when the lease of the owner has expired.</summary>
public class InstanceLockedException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceLockedException()
        : base("The instance is locked; try again later.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceLockedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceLockedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceLockedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="ownerId">The owner that holds the lock.</param>
    /// <param name="ownerName">The name of the owner that holds the lock; null or empty if it has none.</param>
    public InstanceLockedException(string? message, Guid instanceId, Guid ownerId, string? ownerName)
        : base(message, instanceId)
    {
        InstanceOwnerId = ownerId;
        InstanceOwnerName = ownerName;
    }

    /// <summary>The owner that holds the lock, possibly the caller itself; empty if it is not known.</summary>
    public Guid InstanceOwnerId { get; }

    /// <summary>The name of the owner that holds the lock; null if it is not known.</summary>
    public string? InstanceOwnerName { get; }
}
