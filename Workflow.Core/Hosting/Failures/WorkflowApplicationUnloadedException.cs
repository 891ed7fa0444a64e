namespace Workflow;

/// <summary>The workflow instance was unloaded from this application object, so that it can no longer do what was asked (rule 6.7); load it into another one.</summary>
public class WorkflowApplicationUnloadedException : WorkflowApplicationException
{
    /// <summary>Initializes an exception with a general message.</summary>
    public WorkflowApplicationUnloadedException()
        : base("The workflow instance was unloaded.")
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    public WorkflowApplicationUnloadedException(string? message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    public WorkflowApplicationUnloadedException(string? message, Guid instanceId)
        : base(message, instanceId)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationUnloadedException(string? message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Initializes an exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="innerException">Why; may be null.</param>
    public WorkflowApplicationUnloadedException(string? message, Guid instanceId, Exception? innerException)
        : base(message, instanceId, innerException)
    {
    }
}
