namespace Workflow;

/// <summary>The workflow instance was terminated; the inner exception, if any, says why.</summary>
public class WorkflowApplicationTerminatedException : WorkflowApplicationCompletedException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationTerminatedException()
        : base("The workflow instance was terminated.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public WorkflowApplicationTerminatedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public WorkflowApplicationTerminatedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationTerminatedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationTerminatedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
