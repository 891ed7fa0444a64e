namespace Workflow.Persistence;

/// <summary>A value cannot be saved, or saved data cannot be read. The instance and its saved state are unchanged (rule 7.6.1).</summary>
public class SnapshotException : InstancePersistenceException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public SnapshotException()
        : base("The state of an instance cannot be saved or read.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public SnapshotException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public SnapshotException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    public SnapshotException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public SnapshotException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="valueName">The name of the variable, argument or saved value; null for no particular value.</param>
    /// <param name="activityName">The display name of the activity to which the value belongs; null for no particular activity.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public SnapshotException(string? message, string? valueName, string? activityName, Exception? innerException = null)
        : base(message, innerException)
    {
        ValueName = valueName;
        ActivityName = activityName;
    }

    /// <summary>The name of the variable, argument or saved value; null for no particular value, or if it is not known.</summary>
    public string? ValueName { get; }

    /// <summary>The display name of the activity to which the value belongs; null for no particular activity, or if it is not known.</summary>
    public string? ActivityName { get; }
}
