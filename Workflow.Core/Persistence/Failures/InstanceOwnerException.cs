namespace Workflow.Persistence;

/// <summary>The store does not have the owner, because the owner was deleted or its lease expired. Other owners may hold its instances.</summary>
public class InstanceOwnerException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceOwnerException()
        : base("The owner of instances is not known to the store; create one.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceOwnerException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceOwnerException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="ownerId">The owner.</param>
    public InstanceOwnerException(string? message, Guid ownerId)
        : base(message) => OwnerId = ownerId;

    /// <summary>The owner; empty if it is not known.</summary>
    public Guid OwnerId { get; }
}
