namespace Workflow.Persistence;

/// <summary>The owner is not, or no longer, known to the store: it was deleted, or its lease has expired. Others may have its instances.</summary>
public class InstanceOwnerException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceOwnerException()
        : base("The owner of instances is not known to the store; create one.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public InstanceOwnerException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public InstanceOwnerException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="ownerId">The owner.</param>
    public InstanceOwnerException(string? message, Guid ownerId)
        : base(message) => OwnerId = ownerId;

    /// <summary>The owner; empty when it is not known.</summary>
    public Guid OwnerId { get; }
}
