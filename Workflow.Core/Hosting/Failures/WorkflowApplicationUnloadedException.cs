namespace Workflow;

/// <summary>
/// Indicates that a workflow instance was unloaded from this application object and cannot perform the requested operation (rule 6.7). Load it into another
/// application.
/// </summary>
public class WorkflowApplicationUnloadedException : WorkflowApplicationException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationUnloadedException()
        : base("The workflow instance was unloaded.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowApplicationUnloadedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    public WorkflowApplicationUnloadedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationUnloadedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationUnloadedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
