namespace Workflow;

/// <summary>Indicates that a workflow instance has completed and cannot perform the requested operation (rule 6.7).</summary>
public class WorkflowApplicationCompletedException : WorkflowApplicationException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationCompletedException()
        : base("The workflow instance has completed.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowApplicationCompletedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    public WorkflowApplicationCompletedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationCompletedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationCompletedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
