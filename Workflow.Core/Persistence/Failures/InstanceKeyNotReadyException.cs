namespace Workflow.Persistence;

/// <summary>No saved instance has the key.</summary>
public class InstanceKeyNotReadyException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public InstanceKeyNotReadyException()
        : base("The key belongs to no saved instance.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public InstanceKeyNotReadyException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public InstanceKeyNotReadyException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="key">The key.</param>
    public InstanceKeyNotReadyException(string? message, Guid key)
        : base(message) => Key = key;

    /// <summary>The key; empty if it is not known.</summary>
    public Guid Key { get; }
}
