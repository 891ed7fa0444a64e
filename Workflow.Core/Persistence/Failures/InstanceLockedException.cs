namespace Workflow.Persistence;

/// <summary>The instance is locked; it can be loaded when its owner has given it back, or is gone.</summary>
public class InstanceLockedException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceLockedException()
        : base("The instance is locked; try again later.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public InstanceLockedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public InstanceLockedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public InstanceLockedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="ownerId">The owner that holds it.</param>
    /// <param name="ownerName">The name of that owner; null or empty: it has none.</param>
    public InstanceLockedException(string? message, Guid instanceId, Guid ownerId, string? ownerName)
        : base(message, instanceId)
    {
        InstanceOwnerId = ownerId;
        InstanceOwnerName = ownerName;
    }

    /// <summary>The owner that holds it, possibly the one that asked; empty when it is not known.</summary>
    public Guid InstanceOwnerId { get; }

    /// <summary>The name of that owner; null when it is not known.</summary>
    public string? InstanceOwnerName { get; }
}
