namespace Workflow;

/// <summary>Indicates that a workflow instance was terminated. The inner exception, if there is one, is the reason.</summary>
public class WorkflowApplicationTerminatedException : WorkflowApplicationCompletedException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationTerminatedException()
        : base("The workflow instance was terminated.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowApplicationTerminatedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    public WorkflowApplicationTerminatedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationTerminatedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationTerminatedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
