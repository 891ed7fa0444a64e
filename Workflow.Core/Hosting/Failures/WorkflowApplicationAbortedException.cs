namespace Workflow;

/// <summary>Indicates that a workflow instance was aborted. The inner exception is the reason.</summary>
public class WorkflowApplicationAbortedException : WorkflowApplicationException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationAbortedException()
        : base("The workflow instance was aborted.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    public WorkflowApplicationAbortedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    public WorkflowApplicationAbortedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationAbortedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">The message.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="innerException">The cause; may be null.</param>
    public WorkflowApplicationAbortedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
