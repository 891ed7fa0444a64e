namespace Workflow;

/// <summary>The workflow instance has completed, so that it can no longer do what was asked (rule 6.7).</summary>
public class WorkflowApplicationCompletedException : WorkflowApplicationException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationCompletedException()
        : base("The workflow instance has completed.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public WorkflowApplicationCompletedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public WorkflowApplicationCompletedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationCompletedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationCompletedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
