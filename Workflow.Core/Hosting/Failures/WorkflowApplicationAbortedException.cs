namespace Workflow;

/// <summary>The workflow instance was aborted; the inner exception says why.</summary>
public class WorkflowApplicationAbortedException : WorkflowApplicationException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationAbortedException()
        : base("The workflow instance was aborted.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public WorkflowApplicationAbortedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public WorkflowApplicationAbortedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationAbortedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationAbortedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
